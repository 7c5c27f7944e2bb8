// What the editor's page draws beside the canvas. The panel of the selection loads with the page, the others when the page has
// nothing else to do, so that each is there when it is opened.
import { LaterList } from '../../canvas';
import { loadMenus } from '../../ui/menu';
import { late } from '../late';

const panels = () => import('../../canvas/panels');
const runs = () => import('./run-parts');

export const SelectionPart = late(async () => (await panels()).SelectionPanel);
export const ProblemsPart = late(async () => (await panels()).ProblemsPanel);
export const RunPart = late(async () => (await runs()).RunPanel);
export const LogPart = late(async () => (await runs()).LogPanel);
export const NodeDataPart = late(async () => (await runs()).NodeDataPanel);
export const RunsPart = late(async () => (await runs()).RunsList);

export const CommandPalette = late(async () => (await import('../commands/command-palette')).default);
export const OutsideNotice = late(async () => (await import('./outside-notice')).OutsideNotice);
export const KeysDialog = late(async () => (await import('../commands/keys-dialog')).default);
export const PublishDialog = late(async () => (await import('../publish/publish-dialog')).default);

/** Everything that a person may open next. A part that cannot be had now is asked for again when it is opened. */
export function loadParts(): void {
  for (const part of [
    LaterList,
    SelectionPart,
    ProblemsPart,
    RunPart,
    LogPart,
    NodeDataPart,
    RunsPart,
    CommandPalette,
  ])
    part.load().catch(() => undefined);
  loadMenus().catch(() => undefined);
}
