import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { canvasActions, useCanvasUi, useEditor, useEditorState } from '../../canvas';
import { anchorOf, titleOf } from '../../model/document';
import { runControls } from '../../playground/pause';
import { useRunState, useRuns } from '../../playground/run-context';
import type { DraftSummary } from '../../store';
import { MdiIcon } from '../../ui/mdi-icon';
import type { EditorVerbs } from '../editor/verbs';
import { editorRoute, navigate, SETTINGS, START, siteRoute } from '../routes';
import { useServices } from '../services';
import { useStartVerbs } from '../start/use-start-verbs';
import { setTheme, THEMES } from '../theme';
import styles from './command-palette.module.css';
import { keyText, modKey } from './keys';

type Entry = {
  readonly id: string;
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly icon?: ReactNode;
  readonly run: () => void;
};

/** Every action, the nodes of this workflow, and all workflows, found by typing. */
export default function CommandPalette({
  verbs,
  onImport,
  onClose,
}: {
  readonly verbs: EditorVerbs;
  readonly onImport: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('app.palette');
  const commands = useCommands(verbs, onImport);
  const nodes = useNodeEntries();
  const workflows = useWorkflowEntries();
  const pick = (entry: Entry) => {
    onClose();
    // After the dialog has given the focus back, so that the action's own focus stays.
    requestAnimationFrame(entry.run);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t('title')}</Dialog.Title>
          <Command label={t('title')} loop>
            <Command.Input className={styles.input} placeholder={t('placeholder')} />
            <Command.List className={styles.list} aria-label={t('title')}>
              <Command.Empty className={styles.empty}>{t('empty')}</Command.Empty>
              <Group heading={t('actions')} entries={commands} onPick={pick} />
              <Group heading={t('nodes')} entries={nodes} onPick={pick} />
              <Group heading={t('workflows')} entries={workflows} onPick={pick} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({
  heading,
  entries,
  onPick,
}: {
  readonly heading: string;
  readonly entries: readonly Entry[];
  readonly onPick: (entry: Entry) => void;
}) {
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={heading} className={styles.group}>
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={`${entry.label} ${entry.id}`}
          className={styles.item}
          onSelect={() => onPick(entry)}
        >
          {entry.icon}
          <span className={styles.label}>{entry.label}</span>
          {entry.shortcut !== undefined && <kbd className={styles.key}>{entry.shortcut}</kbd>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function useCommands(verbs: EditorVerbs, onImport: () => void): readonly Entry[] {
  const t = useTranslations('app.palette');
  const top = useTranslations('app.top');
  const action = useTranslations('canvas.action');
  const look = useTranslations('settings.look');
  const publish = useTranslations('publish');
  const run = useTranslations('run');
  const runs = useRuns();
  const can = runControls(useRunState((state) => state.view));
  const editor = useEditor();
  const ui = useCanvasUi();
  const start = useStartVerbs();
  const state = editor.store.getState();
  return [
    { id: 'run', label: top('runHint'), shortcut: 'R', run: verbs.run },
    ...(can.pause
      ? [{ id: 'pauseRun', label: top('pause'), run: () => void runs.pause(run('pauseReason')) }]
      : []),
    ...(can.resume ? [{ id: 'resumeRun', label: top('resume'), run: () => void runs.resume() }] : []),
    ...(can.stop
      ? [{ id: 'stopRun', label: top('stopRun'), run: () => void runs.stop(run('stopReason')) }]
      : []),
    ...canvasActions
      .filter((one) => one.keyOnly !== true && one.enabled(state, ui))
      .map((one) => ({
        id: `canvas:${one.id}`,
        label: action(one.label),
        shortcut: one.keys[0] === undefined ? undefined : keyText(one.keys[0]),
        run: () => one.run(editor, ui),
      })),
    { id: 'problems', label: t('showProblems'), shortcut: 'P', run: () => verbs.showDock('problems') },
    { id: 'runPanel', label: t('showRun'), run: () => verbs.showDock('run') },
    { id: 'runs', label: t('showRuns'), run: () => verbs.showRail('runs') },
    { id: 'nodes', label: t('showNodes'), run: () => verbs.showRail('nodes') },
    { id: 'outline', label: t('showOutline'), run: () => verbs.showRail('outline') },
    { id: 'dock', label: t('toggleDock'), run: verbs.toggleDock },
    { id: 'right', label: t('toggleRight'), run: verbs.toggleRight },
    { id: 'json', label: top('exportJson'), run: () => verbs.exportAs('editor') },
    { id: 'bundle', label: top('exportBundle'), run: () => verbs.exportAs('bundle') },
    { id: 'drupal', label: top('exportDrupal'), run: () => verbs.exportAs('drupal') },
    { id: 'publish', label: publish('command'), run: verbs.publish },
    { id: 'duplicateWorkflow', label: top('duplicate'), run: verbs.duplicate },
    { id: 'new', label: t('newWorkflow'), run: start.create },
    { id: 'import', label: t('import'), run: onImport },
    { id: 'home', label: t('goHome'), run: () => navigate(START) },
    { id: 'site', label: t('goSite'), run: () => verbs.openSite() },
    { id: 'content', label: t('goContent'), run: () => navigate(siteRoute('content')) },
    { id: 'settings', label: t('goSettings'), run: () => navigate(SETTINGS) },
    { id: 'help', label: top('help'), shortcut: '?', run: verbs.openHelp },
    ...THEMES.map((theme) => ({
      id: `theme:${theme}`,
      label: t('theme', { theme: look(theme) }),
      run: () => setTheme(theme),
    })),
    { id: 'palette', label: top('commands'), shortcut: modKey('K'), run: verbs.openPalette },
  ];
}

function useNodeEntries(): readonly Entry[] {
  const editor = useEditor();
  const ui = useCanvasUi();
  const nodes = useEditorState((state) => state.document.nodes);
  const catalog = useEditorState((state) => state.catalog);
  return nodes.map((node) => ({
    id: `node:${node.key}`,
    label: titleOf(node),
    icon: <MdiIcon name={catalog.nodeType(anchorOf(node) ?? '')?.icon ?? ''} size={16} />,
    run() {
      editor.select({ nodes: [node.key] });
      ui.view?.reveal(node.key);
      ui.view?.focus();
    },
  }));
}

function useWorkflowEntries(): readonly Entry[] {
  const services = useServices();
  const editor = useEditor();
  const [drafts, setDrafts] = useState<readonly DraftSummary[]>([]);
  useEffect(() => {
    let ended = false;
    void services.drafts.list().then((list) => {
      if (!ended && list.ok) setDrafts(list.value.drafts);
    });
    return () => {
      ended = true;
    };
  }, [services]);
  const own = editor.store.getState().document.id;
  return drafts
    .filter(({ id }) => id !== own)
    .map(({ id, head }) => ({
      id: `workflow:${id}`,
      label: head.name,
      run: () => navigate(editorRoute(id)),
    }));
}
