import { CircleAlert, CircleCheck, Ellipsis, Pause, Play, Redo2, Square, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { LogEntry } from '../../canvas';
import { useEditor, useEditorState } from '../../canvas';
import { runControls } from '../../playground/pause';
import { useRunState, useRuns } from '../../playground/run-context';
import { Button } from '../../ui/button';
import { firstClick } from '../../ui/first-click';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Tooltip } from '../../ui/tooltip';
import { modKey } from '../commands/keys';
import { Mark } from '../mark';
import { LiveMark, PublishButton } from '../publish/publish-button';
import { hrefOf, START } from '../routes';
import { NameField } from './name-field';
import { SaveMark } from './save-mark';
import styles from './top-bar.module.css';
import { useStepName } from './use-step-name';
import type { EditorVerbs } from './verbs';

/** Name, state of saving, history, problems, Run, and the menu of rare actions. */
export function TopBar({ verbs }: { readonly verbs: EditorVerbs }) {
  const app = useTranslations('app');
  const t = useTranslations('app.top');
  return (
    <header className={styles.bar}>
      <Tooltip text={app('home')}>
        <a className={styles.home} href={hrefOf(START)} aria-label={app('home')}>
          <Mark size={22} />
        </a>
      </Tooltip>
      <h1 className="visually-hidden">{t('label')}</h1>
      <NameField />
      <SaveMark />
      <LiveMark />
      <span className={styles.gap} />
      <History />
      <ProblemsButton onClick={() => verbs.showDock('problems')} />
      <RunButton onRun={verbs.run} />
      <PublishButton onClick={verbs.publish} />
      <MoreMenu verbs={verbs} />
    </header>
  );
}

function History() {
  const t = useTranslations('app.top');
  const editor = useEditor();
  const undo = useEditorState((state) => state.undo);
  const redo = useEditorState((state) => state.redo);
  const readOnly = useEditorState((state) => state.readOnly);
  const stepName = useStepName();
  const label = (entry: LogEntry | null, key: 'undo' | 'redo') =>
    entry === null
      ? t(key === 'undo' ? 'nothingToUndo' : 'nothingToRedo')
      : t(key, { step: stepName(entry) });
  if (readOnly) return null;
  return (
    <div className={styles.history}>
      <IconButton
        label={label(undo, 'undo')}
        shortcut={modKey('Z')}
        aria-disabled={undo === null}
        onClick={editor.undo}
      >
        <Undo2 size={17} aria-hidden />
      </IconButton>
      <IconButton
        label={label(redo, 'redo')}
        shortcut={modKey('Shift+Z')}
        aria-disabled={redo === null}
        onClick={editor.redo}
      >
        <Redo2 size={17} aria-hidden />
      </IconButton>
    </div>
  );
}

function ProblemsButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('app.top');
  const errors = useEditorState(
    (state) => state.findings.filter(({ severity }) => severity === 'error').length,
  );
  const count = useEditorState((state) => state.findings.length);
  const tone = errors > 0 ? styles.danger : count > 0 ? styles.warning : styles.quiet;
  const Icon = count > 0 ? CircleAlert : CircleCheck;
  return (
    <Tooltip text={t('problemsHint')} shortcut="P">
      <Button variant="quiet" className={tone} icon={<Icon size={16} aria-hidden />} onClick={onClick}>
        <span className={styles.problemsText}>{t('problems', { count })}</span>
        <span className={styles.problemsCount} aria-hidden>
          {count}
        </span>
      </Button>
    </Tooltip>
  );
}

function RunButton({ onRun }: { readonly onRun: () => void }) {
  const t = useTranslations('app.top');
  const run = useTranslations('run');
  const runs = useRuns();
  const launching = useRunState((state) => state.launching);
  const stopping = useRunState((state) => state.stopping);
  const pausing = useRunState((state) => state.pausing);
  const going = useRunState((state) => runControls(state.view).stop);
  const canPause = useRunState((state) => runControls(state.view).pause);
  const canResume = useRunState((state) => runControls(state.view).resume);
  if (going) {
    return (
      <>
        {canPause && (
          <IconButton
            label={pausing ? run('pausing') : t('pause')}
            disabled={pausing || stopping}
            onClick={firstClick(() => void runs.pause(run('pauseReason')))}
          >
            <Pause size={16} aria-hidden />
          </IconButton>
        )}
        {canResume && (
          <IconButton label={t('resume')} disabled={stopping} onClick={firstClick(() => void runs.resume())}>
            <Play size={16} aria-hidden />
          </IconButton>
        )}
        <Button
          icon={<Square size={15} aria-hidden />}
          disabled={stopping}
          onClick={firstClick(() => void runs.stop(run('stopReason')))}
        >
          {t('stop')}
        </Button>
      </>
    );
  }
  return (
    <Tooltip text={t('runHint')} shortcut="R">
      <Button
        variant="primary"
        icon={<Play size={15} aria-hidden />}
        disabled={launching}
        onClick={firstClick(onRun)}
      >
        {t('run')}
      </Button>
    </Tooltip>
  );
}

function MoreMenu({ verbs }: { readonly verbs: EditorVerbs }) {
  const t = useTranslations('app.top');
  return (
    <Menu
      trigger={
        <IconButton label={t('more')}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      }
      items={[
        { id: 'json', label: t('exportJson'), onSelect: () => verbs.exportAs('editor') },
        { id: 'bundle', label: t('exportBundle'), onSelect: () => verbs.exportAs('bundle') },
        { id: 'drupal', label: t('exportDrupal'), onSelect: () => verbs.exportAs('drupal') },
        { id: 'line1', separator: true },
        { id: 'duplicate', label: t('duplicate'), onSelect: verbs.duplicate },
        { id: 'line2', separator: true },
        { id: 'commands', label: t('commands'), shortcut: modKey('K'), onSelect: verbs.openPalette },
        { id: 'help', label: t('help'), shortcut: '?', onSelect: verbs.openHelp },
        { id: 'site', label: t('site'), onSelect: () => verbs.openSite() },
        { id: 'settings', label: t('settings'), onSelect: verbs.openSettings },
      ]}
    />
  );
}
