import type { ExportKind } from '../export-workflow';
import type { DockView, Layout, RailView } from './layout-store';

/** What can be done in the editor from the bar, the menus, the command palette and the keys alike. */
export type EditorVerbs = {
  run(): void;
  /** Opens, closes or sizes panels; a workflow that was wholly in sight stays so. */
  arrange(changes: Partial<Layout>): void;
  showDock(view: DockView): void;
  /** Shows the run panel for a run that was picked from the list. */
  showOpenedRun(): void;
  showRail(view: RailView): void;
  toggleDock(): void;
  toggleRight(): void;
  exportAs(kind: ExportKind): void;
  duplicate(): void;
  /** Opens the dialog that sends the workflow to a server. */
  publish(): void;
  openPalette(): void;
  openHelp(): void;
  openSettings(): void;
  /** Opens the site's page; with an id, that node type in it. */
  openSite(nodeType?: string): void;
};
