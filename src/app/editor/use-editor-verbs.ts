import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { RUN_FORM, useLaunch } from '../../playground/use-launch';
import { exportWorkflow } from '../export-workflow';
import { useFaultText } from '../fault-text';
import { editorRoute, navigate, SETTINGS, siteRoute } from '../routes';
import { useServices } from '../services';
import { say } from '../toasts';
import { afterPart } from './after-part';
import { keepInSight } from './keep-in-sight';
import { clearDock, type Layout, OVERLAID, oneAtATime } from './layout-store';
import type { OpenEditor } from './open-editor';
import { RunPart } from './parts';
import type { EditorVerbs } from './verbs';

/** The verbs of one open workflow, stable while it is open. */
export function useEditorVerbs(
  { editor, ui, layout, published }: OpenEditor,
  openDialog: (dialog: 'palette' | 'help') => void,
  publish: () => void,
): EditorVerbs {
  const t = useTranslations('start');
  const services = useServices();
  const faultText = useFaultText();
  const launch = useLaunch();
  return useMemo(() => {
    const failed = (message: string) => say(t('failed', { message }), { tone: 'danger' });
    const arrange = (changes: Partial<Layout>) =>
      keepInSight(editor, ui, () => layout.setState(oneAtATime(changes)));
    return {
      arrange,
      async run() {
        const outcome = await launch(true);
        const errors = editor.store.getState().findings.some(({ severity }) => severity === 'error');
        // A refusal is explained where its reasons are listed.
        const view = outcome === 'refused' && errors ? 'problems' : 'run';
        arrange({ dock: true, dockView: view, ...clearDock() });
        if (outcome === 'form') void afterPart(RunPart.load(), focusForm);
        if (outcome === 'refused' && errors) say(t('notStarted'), { tone: 'danger' });
      },
      showDock: (view) => arrange({ dock: true, dockView: view, ...clearDock() }),
      showOpenedRun: () =>
        arrange({
          dock: true,
          dockView: 'run',
          // The list has done its work: where panels lie over the canvas, it makes room for the badges.
          ...(window.matchMedia(OVERLAID).matches ? { rail: null } : {}),
          ...clearDock(),
        }),
      showRail: (view) => arrange({ rail: view }),
      toggleDock: () => arrange({ dock: !layout.getState().dock }),
      toggleRight: () => arrange({ right: !layout.getState().right }),
      async exportAs(kind) {
        const { document, catalog } = editor.store.getState();
        const contract = published.contractOf(document);
        const done = await exportWorkflow({ ...document, contract }, kind, catalog);
        if (!done.ok) failed(done.error);
      },
      async duplicate() {
        const { document } = editor.store.getState();
        const id = crypto.randomUUID();
        const copy = { ...document, id, name: t('copyName', { name: document.name }), contract: undefined };
        const made = await services.drafts.create(copy);
        if (made.ok) navigate(editorRoute(id));
        else failed(faultText(made.error));
      },
      publish,
      openPalette: () => openDialog('palette'),
      openHelp: () => openDialog('help'),
      openSettings: () => navigate(SETTINGS),
      openSite: (nodeType) => navigate(siteRoute('node-types', nodeType ?? null)),
    };
  }, [editor, ui, layout, published, services, faultText, launch, openDialog, publish, t]);
}

/** Puts the focus where the run form waits: on the first field that needs something, else on the first. */
function focusForm(): void {
  const form = document.querySelector(`[${RUN_FORM}]`);
  const fields = ['input', 'textarea', 'select'];
  const field =
    form?.querySelector<HTMLElement>(fields.map((tag) => `${tag}[aria-invalid="true"]`).join(', ')) ??
    form?.querySelector<HTMLElement>(fields.map((tag) => `${tag}:not([type="checkbox"])`).join(', '));
  field?.focus();
}
