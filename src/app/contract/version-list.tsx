import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useEditorState } from '../../canvas';
import { restoreVersion } from '../../canvas/commands/contract';
import { changeOf } from '../../contract/change';
import { annotatedSchema } from '../../contract/published';
import type { Contract } from '../../model/document';
import { frozenWorkflow, type VersionRow } from '../../store';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { OpenEditor } from '../editor/open-editor';
import { useServices } from '../services';
import { say } from '../toasts';
import { ChangeList } from './change-list';
import styles from './contract.module.css';
import { ContractView } from './contract-view';

/** The published versions of a workflow, newest first; read again whenever `seq` rises. */
export function useVersions(workflow: string, seq: number): readonly VersionRow[] {
  const { versions } = useServices();
  const [rows, setRows] = useState<readonly VersionRow[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq` says that something was published
  useEffect(() => {
    let ended = false;
    void versions.list(workflow).then((listed) => {
      if (!ended && listed.ok) setRows(listed.value);
    });
    return () => {
      ended = true;
    };
  }, [versions, workflow, seq]);
  return rows;
}

const NOTHING: Contract = { parameter_schema: null, output_schema: null, schema_version: '0.0.0' };

/** What was published when, and a look at each. */
export function VersionList({
  open,
  versions,
}: {
  readonly open: OpenEditor;
  readonly versions: readonly VersionRow[];
}) {
  const t = useTranslations('contract');
  const format = useFormatter();
  const [looked, setLooked] = useState<number | null>(null);
  const row = versions.find(({ n }) => n === looked);
  return (
    <section className={styles.side} aria-label={t('history')}>
      <h3 className={styles.heading}>{t('history')}</h3>
      <ol className={styles.versions} reversed>
        {versions.map((version, at) => {
          const before = versions[at + 1]?.contract ?? NOTHING;
          return (
            <li key={version.n} className={styles.version}>
              <span className={styles.grow}>
                <strong>{version.contract.schema_version}</strong>{' '}
                {at < versions.length - 1 && <Badge>{t(`bump.${changeOf(before, version.contract)}`)}</Badge>}
                <br />
                <span className={styles.quiet}>
                  {format.dateTime(version.at, { dateStyle: 'medium', timeStyle: 'short' })} ·{' '}
                  {t(
                    `reason.${at === versions.length - 1 && version.reason === 'manifest' ? 'first' : version.reason}`,
                  )}
                </span>
              </span>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('lookAt', { version: version.contract.schema_version })}
                onClick={() => setLooked(version.n)}
              >
                {t('look')}
              </Button>
            </li>
          );
        })}
      </ol>
      {row !== undefined && (
        <VersionDialog
          open={open}
          row={row}
          before={versions.find(({ n }) => n === row.n - 1)?.contract ?? NOTHING}
          onClose={() => setLooked(null)}
        />
      )}
    </section>
  );
}

function VersionDialog({
  open,
  row,
  before,
  onClose,
}: {
  readonly open: OpenEditor;
  readonly row: VersionRow;
  readonly before: Contract;
  readonly onClose: () => void;
}) {
  const t = useTranslations('contract');
  const app = useTranslations('app');
  const format = useFormatter();
  const catalog = useEditorState((state) => state.catalog);
  const readOnly = useEditorState((state) => state.readOnly);
  const old = frozenWorkflow(row.document);
  const version = row.contract.schema_version;
  const schemas = {
    parameter_schema: annotatedSchema(row.contract.parameter_schema, old, catalog, 'input'),
    output_schema: annotatedSchema(row.contract.output_schema, old, catalog, 'output'),
  };
  const restore = () => {
    const { undo } = open.editor.store.getState();
    open.editor.dispatch(restoreVersion(old, version));
    onClose();
    const step = open.editor.store.getState().undo;
    if (step === undo) return;
    say(t('restored', { version }), { action: { label: app('undoIt'), run: () => open.editor.undo() } });
  };
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t('version', { version })}
      description={t('oldHelp', {
        at: format.dateTime(row.at, { dateStyle: 'long', timeStyle: 'short' }),
        nodes: old.nodes.length,
        edges: old.edges.length,
      })}
      closeLabel={t('close')}
      wide
      footer={
        readOnly ? undefined : (
          <Button variant="primary" onClick={restore}>
            {t('restore')}
          </Button>
        )
      }
    >
      <div className={styles.contract}>
        {before !== NOTHING && (
          <section className={styles.side} aria-label={t('sinceBefore', { version: before.schema_version })}>
            <h4 className={styles.subheading}>{t('sinceBefore', { version: before.schema_version })}</h4>
            <ChangeList before={before} after={row.contract} />
          </section>
        )}
        <ContractView schemas={schemas} portConfig={catalog.portConfig} />
        {!readOnly && <p className={styles.quiet}>{t('restoreHelp')}</p>}
      </div>
    </Dialog>
  );
}
