import { RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useEditorState } from '../../canvas';
import { annotatedSchema } from '../../contract/published';
import { publishedContract, type Rebuilt } from '../../contract/rebuild';
import type { ContractSchemas } from '../../contract/types';
import { UNBUILT_VERSION } from '../../contract/versions';
import { sameJson } from '../../model/json';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { OpenEditor } from '../editor/open-editor';
import { say } from '../toasts';
import { ChangeList } from './change-list';
import styles from './contract.module.css';
import { ContractView } from './contract-view';
import { useVersions, VersionList } from './version-list';

/** What the workflow publishes, what the draft would change of it, and what was published before. */
export default function ContractTab({ open }: { readonly open: OpenEditor }) {
  const t = useTranslations('contract');
  const { published } = open;
  const stored = useStore(published.store, (state) => state.stored);
  const seq = useStore(published.store, (state) => state.seq);
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  const versions = useVersions(document.id, seq);
  const contract = publishedContract({ contract: published.contractOf(document) });
  const shown = useMemo((): ContractSchemas => {
    // The words are those of the stored workflow: callers read them, not what is being typed here.
    const of = stored ?? document;
    return {
      parameter_schema: annotatedSchema(contract.parameter_schema, of, catalog, 'input'),
      output_schema: annotatedSchema(contract.output_schema, of, catalog, 'output'),
    };
  }, [stored, document, catalog, contract.parameter_schema, contract.output_schema]);
  if (stored === undefined) return <p className={styles.quiet}>{t('reading')}</p>;
  const nothing = contract.schema_version === UNBUILT_VERSION;
  return (
    <div className={styles.contract}>
      <p className={styles.quiet}>{t('help')}</p>
      {nothing ? (
        <p>{t('nothingPublished')}</p>
      ) : (
        <section className={styles.published} aria-label={t('published')}>
          <Head version={contract.schema_version} at={versions[0]?.at} />
          <ContractView schemas={shown} portConfig={catalog.portConfig} />
        </section>
      )}
      <Planned open={open} seq={seq} />
      {!nothing && <Again open={open} seq={seq} />}
      {versions.length > 0 && <VersionList open={open} versions={versions} />}
    </div>
  );
}

function Head({ version, at }: { readonly version: string; readonly at: number | undefined }) {
  const t = useTranslations('contract');
  const format = useFormatter();
  return (
    <h3 className={styles.heading}>
      {t('version', { version })}
      {at !== undefined && (
        <time className={styles.at} dateTime={new Date(at).toISOString()}>
          {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      )}
    </h3>
  );
}

/** What the next save publishes, and what keeps it from that. */
function Planned({ open, seq }: { readonly open: OpenEditor; readonly seq: number }) {
  const t = useTranslations('contract');
  const document = useEditorState((state) => state.document);
  const errors = useEditorState(
    (state) => state.findings.filter(({ severity }) => severity === 'error').length,
  );
  const planned = usePlan(open, seq, false);
  const before = publishedContract({ contract: open.published.contractOf(document) });
  const { contract, rebuilt, warnings } = planned;
  const waits = rebuilt || !sameJson({ ...before }, { ...contract });
  return (
    <>
      {waits && (
        <section className={styles.planned} aria-label={t('draft')}>
          <h3 className={styles.heading}>
            {t('draft')} <Badge>{t('wouldBe', { version: contract.schema_version })}</Badge>
          </h3>
          <p className={styles.quiet}>{errors > 0 ? t('waitsForErrors', { count: errors }) : t('soon')}</p>
          <ChangeList before={before} after={contract} />
        </section>
      )}
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={t('leftOut')}>
          {warnings.map((warning) => (
            <li key={`${warning.side}:${warning.entry}:${warning.code}`}>
              {t(`warning.${warning.code}`, { entry: warning.entry })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** MAN-18: a changed port rebuilds nothing by itself; the author can ask for it. */
function Again({ open, seq }: { readonly open: OpenEditor; readonly seq: number }) {
  const t = useTranslations('contract');
  const document = useEditorState((state) => state.document);
  const clean = useEditorState(
    (state) =>
      state.save.state === 'saved' &&
      !state.readOnly &&
      !state.findings.some(({ severity }) => severity === 'error'),
  );
  const [working, setWorking] = useState(false);
  const before = publishedContract({ contract: open.published.contractOf(document) });
  const asIs = usePlan(open, seq, false);
  const { contract, failure } = usePlan(open, seq, true);
  if (asIs.rebuilt || failure !== undefined) return null;
  if (sameJson({ ...before }, { ...contract })) return <p className={styles.quiet}>{t('upToDate')}</p>;
  async function rebuild() {
    setWorking(true);
    const done = await open.published.promote(open.editor.store.getState().document, { force: true });
    setWorking(false);
    if (done) say(t('rebuilt', { version: contract.schema_version }));
    else say(t('notRebuilt'), { tone: 'danger' });
  }
  return (
    <section className={styles.planned} aria-label={t('again')}>
      <h3 className={styles.heading}>
        {t('again')} <Badge>{t('wouldBe', { version: contract.schema_version })}</Badge>
      </h3>
      <p className={styles.quiet}>{t('againHelp')}</p>
      <ChangeList before={before} after={contract} />
      <div>
        <Button
          size="small"
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={!clean || working}
          onClick={() => void rebuild()}
        >
          {t('rebuildNow')}
        </Button>
      </div>
    </section>
  );
}

/** What would be published, computed anew after edits and whatever changes the stored workflow. */
function usePlan({ published }: OpenEditor, seq: number, force: boolean): Rebuilt {
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq` stands for what the published store holds
  return useMemo(
    () => published.planned(document, catalog, { force }),
    [published, document, catalog, force, seq],
  );
}
