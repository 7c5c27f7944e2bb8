import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorState } from '../../canvas';
import { acceptContract } from '../../canvas/commands/contract';
import { publishedContract } from '../../contract/rebuild';
import { breaksFrom } from '../../contract/versions';
import type { Contract, WorkflowNode } from '../../model/document';
import { pinOf } from '../../model/pin';
import { Button } from '../../ui/button';
import { editorRoute, hrefOf } from '../routes';
import { useServices } from '../services';
import { ChangeList } from './change-list';
import styles from './contract.module.css';

type Callee = {
  readonly name: string;
  readonly contract: Contract;
  /** The contract that the node was wired by; `undefined` where it is not kept here. */
  readonly pinned: Contract | undefined;
};

/** Which workflow a node runs, by which version of its contract it was wired, and what has changed since. */
export default function WorkflowNodeFacts({
  node,
  workflow,
}: {
  readonly node: WorkflowNode;
  readonly workflow: string;
}) {
  const t = useTranslations('contract');
  const editor = useEditor();
  const self = useEditorState((state) => state.document.id === workflow);
  const readOnly = useEditorState((state) => state.readOnly);
  const pin = pinOf(node);
  const callee = useCallee(workflow, pin);
  if (callee === undefined) return null;
  if (callee === null) return <p className={styles.warnings}>{t('calleeGone', { workflow })}</p>;
  const current = callee.contract.schema_version;
  const breaks = pin !== undefined && breaksFrom(pin, current);
  return (
    <section className={styles.published} aria-label={t('runsWorkflow')}>
      <h3 className={styles.heading}>{t('runsWorkflow')}</h3>
      <a className={styles.link} href={hrefOf(editorRoute(workflow))}>
        {callee.name} <ExternalLink size={13} aria-hidden />
      </a>
      {self && <p className={styles.warnings}>{t('runsItself')}</p>}
      <p>
        {pin === undefined
          ? t('notPinned', { current })
          : pin === current
            ? t('pinnedCurrent', { current })
            : t(breaks ? 'pinnedBreaks' : 'pinnedOlder', { pin, current })}
      </p>
      {pin !== undefined && pin !== current && callee.pinned !== undefined && (
        <ChangeList before={callee.pinned} after={callee.contract} />
      )}
      {pin !== current && (
        <div>
          <Button
            size="small"
            disabled={readOnly}
            onClick={() => editor.dispatch(acceptContract(node.key, current))}
          >
            {t('accept', { version: current })}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The stored workflow behind a node; null: there is none. `undefined`: not read yet. */
function useCallee(workflow: string, pin: string | undefined): Callee | null | undefined {
  const { workflows, versions, onChange } = useServices();
  const [callee, setCallee] = useState<Callee | null>();
  useEffect(() => {
    let ended = false;
    async function read() {
      const row = await workflows.get(workflow);
      const pinned = pin === undefined ? undefined : await versions.find(workflow, pin);
      if (ended) return;
      setCallee(
        row.ok
          ? {
              name: row.value.name,
              contract: publishedContract({ contract: row.value.contract }),
              pinned: pinned?.contract,
            }
          : null,
      );
    }
    void read();
    const stop = onChange((kind) => {
      if (kind === 'contracts' || kind === 'workflow') void read();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [workflows, versions, onChange, workflow, pin]);
  return callee;
}
