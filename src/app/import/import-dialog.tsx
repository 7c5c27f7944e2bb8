import { CircleAlert, CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import type { FileReport, Outcome, ReportEntry } from '../../formats/import-report';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select } from '../../ui/inputs';
import { useFaultText } from '../fault-text';
import styles from './import-dialog.module.css';
import { bringsLanes, type Choice, type ImportFlow, type ImportState } from './import-flow';

type Phase<P extends ImportState['phase']> = Extract<ImportState, { readonly phase: P }>;

/** What an import asks and tells: taken ids, then the report by file. */
export default function ImportDialog({
  flow,
  onOpen,
}: {
  readonly flow: ImportFlow;
  readonly onOpen: (id: string) => void;
}) {
  const t = useTranslations('import');
  const app = useTranslations('app');
  const state = useStore(flow.store);
  if (state.phase === 'idle') return null;
  const busy = state.phase === 'reading' || state.phase === 'storing';
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !busy && flow.close()}
      title={t('title')}
      closeLabel={app('close')}
      footer={<Footer state={state} flow={flow} />}
    >
      {busy && <p role="status">{t('reading')}</p>}
      {state.phase === 'failed' && <p role="alert">{t('failed', { message: state.message })}</p>}
      {state.phase === 'asking' && <Asking state={state} flow={flow} />}
      {state.phase === 'done' && <Report state={state} flow={flow} onOpen={onOpen} />}
    </Dialog>
  );
}

function Footer({ state, flow }: { readonly state: ImportState; readonly flow: ImportFlow }) {
  const t = useTranslations('import');
  if (state.phase === 'asking') {
    return (
      <>
        <Button onClick={flow.close}>{t('cancel')}</Button>
        <Button variant="primary" onClick={() => void flow.go()}>
          {t('go')}
        </Button>
      </>
    );
  }
  if (state.phase === 'done' || state.phase === 'failed') {
    return (
      <Button variant="primary" onClick={flow.close}>
        {t('done')}
      </Button>
    );
  }
  return null;
}

const CHOICES: readonly Choice[] = ['copy', 'replace', 'skip'];

function Asking({ state, flow }: { readonly state: Phase<'asking'>; readonly flow: ImportFlow }) {
  const t = useTranslations('import.taken');
  return (
    <ul className={styles.list}>
      {state.taken.map((index) => {
        const document = state.plan.workflows[index]?.document;
        if (document === undefined) return null;
        const { name, id } = document;
        return (
          <li key={index} className={styles.taken}>
            <div>
              <strong>{t('title', { name })}</strong>
              <p className={styles.quiet}>{t('text', { id })}</p>
            </div>
            <Select
              className={styles.choice}
              aria-label={t('decide', { name })}
              value={state.choices[index] ?? 'copy'}
              onChange={(event) => {
                const choice = CHOICES.find((one) => one === event.target.value);
                if (choice !== undefined) flow.choose(index, choice);
              }}
              options={CHOICES.map((choice) => ({ value: choice, label: t(choice) }))}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Report({
  state,
  flow,
  onOpen,
}: {
  readonly state: Phase<'done'>;
  readonly flow: ImportFlow;
  readonly onOpen: (id: string) => void;
}) {
  const t = useTranslations('import');
  const faultText = useFaultText();
  const { plan, brought, site, fault } = state;
  return (
    <div className={styles.report}>
      {(brought.length > 0 || site === null) && (
        <p role="status" className={styles.summary}>
          {t('summary', { count: brought.length })}
        </p>
      )}
      {fault !== null && <p role="alert">{t('failed', { message: faultText(fault) })}</p>}
      {brought.length > 0 && (
        <ul className={styles.list}>
          {brought.map(({ id, name, problems, loops }) => (
            <li key={id} className={styles.brought}>
              <span className={styles.named}>
                {name}
                <Standing {...problems} />
                {loops > 0 && (
                  <span className={styles.standing}>
                    {t('loops', { count: loops })}
                    <Button size="small" onClick={() => void flow.enterLoops(id)}>
                      {t('enterLoops', { count: loops })}
                    </Button>
                  </span>
                )}
              </span>
              <Button size="small" onClick={() => onOpen(id)} aria-label={t('openNamed', { name })}>
                {t('open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {site !== null && (
        <p className={styles.brought}>
          <span>
            {[
              plan.nodeTypes.length > 0 && t('nodeTypes', { count: plan.nodeTypes.length }),
              plan.categories.length > 0 && t('categories', { count: plan.categories.length }),
              bringsLanes(plan) && t('lanes'),
            ]
              .filter((line) => line !== false)
              .join('. ')}
          </span>
          <Button size="small" variant="quiet" onClick={() => void flow.takeOutSite()}>
            {t('takeOut')}
          </Button>
        </p>
      )}
      {plan.files.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('files')}</h3>
          {byWeight(plan.files).map((file) => (
            <FileLines key={file.file} report={file} />
          ))}
        </section>
      )}
    </div>
  );
}

/** Whether a workflow that came can run, in a few words. */
function Standing({ errors, warnings }: { readonly errors: number; readonly warnings: number }) {
  const t = useTranslations('import');
  const [Icon, tone, text] =
    errors > 0
      ? [CircleX, styles.refused, t('errors', { count: errors })]
      : warnings > 0
        ? [TriangleAlert, styles.repaired, t('warnings', { count: warnings })]
        : [CircleCheck, styles.came, t('canRun')];
  return (
    <span className={`${styles.standing} ${tone}`}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}

const ICONS: { readonly [O in Outcome]: typeof Info } = {
  came: CircleCheck,
  unknown: CircleAlert,
  repaired: TriangleAlert,
  refused: CircleX,
  ignored: Info,
};

/** How much a person should know of it. */
const WEIGHT: { readonly [O in Outcome]: number } = {
  came: 0,
  ignored: 1,
  repaired: 2,
  unknown: 3,
  refused: 4,
};

function weigh({ entries }: FileReport): number {
  return Math.max(0, ...entries.map(({ outcome }) => WEIGHT[outcome]));
}

/** What was refused or is unknown first; the rest as it came. */
function byWeight(files: readonly FileReport[]): readonly FileReport[] {
  return files.toSorted((a, b) => weigh(b) - weigh(a));
}

/** Lines that say the same become one, with every place it is about. */
function alike(entries: readonly ReportEntry[]) {
  const lines = new Map<string, { readonly entry: ReportEntry; readonly paths: string[] }>();
  for (const entry of entries) {
    const key = `${entry.outcome} ${entry.message}`;
    const line = lines.get(key) ?? { entry, paths: [] };
    if (entry.path !== '') line.paths.push(entry.path);
    lines.set(key, line);
  }
  return [...lines.values()].toSorted((a, b) => WEIGHT[b.entry.outcome] - WEIGHT[a.entry.outcome]);
}

function FileLines({ report }: { readonly report: FileReport }) {
  const t = useTranslations('import');
  const remarks = report.entries.filter(({ outcome }) => outcome !== 'came');
  const repairs = remarks.length > 0 && remarks.every(({ outcome }) => outcome === 'repaired');
  return (
    <details className={styles.file} open={weigh(report) > WEIGHT.repaired}>
      <summary>
        <code>{report.file}</code>
        <span className={styles.quiet}>
          {remarks.length === 0
            ? t('status.came')
            : t(repairs ? 'repairs' : 'details', { count: remarks.length })}
        </span>
      </summary>
      <ul className={styles.lines}>
        {alike(report.entries).map(({ entry, paths }, index) => {
          const Icon = ICONS[entry.outcome];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and its lines may repeat.
            <li key={index} className={styles.line}>
              <span className={styles[entry.outcome]}>
                <Icon size={14} aria-hidden />
                <span className={styles.outcome}>{t(`status.${entry.outcome}`)}</span>
              </span>
              <span className={styles.message}>
                {entry.message}
                {paths.length > 0 && <code className={styles.path}>{paths.join(', ')}</code>}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
