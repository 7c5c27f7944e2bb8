import { useTranslations } from 'use-intl';
import { titleOf, type WorkflowEdge } from '../../model/document';
import { edgeFlags } from '../../model/edge-flags';
import { sourcePort, targetPort } from '../../model/handle';
import { Button } from '../../ui/button';
import { useEditor, useEditorState } from '../editor/editor-context';
import styles from './panels.module.css';

/** What a selected wire is: its two ends, and what it does. */
export function EdgePanel({ edge }: { readonly edge: WorkflowEdge }) {
  const t = useTranslations('config');
  const editor = useEditor();
  const nodes = useEditorState((state) => state.document.nodes);
  const source = nodes.find((node) => node.id === edge.source);
  const target = nodes.find((node) => node.id === edge.target);
  const flags = edgeFlags(edge);
  const kinds = (['trigger', 'error', 'loopback', 'tool', 'agentResult', 'data'] as const).filter(
    (kind) => flags[kind],
  );
  return (
    <div className={styles.body}>
      <h2 className={styles.title}>{t('edgeTitle')}</h2>
      <dl className={styles.facts}>
        <dt>{t('edgeFrom')}</dt>
        <dd>
          {source === undefined ? edge.source : titleOf(source)} · <code>{sourcePort(edge) ?? '—'}</code>
        </dd>
        <dt>{t('edgeTo')}</dt>
        <dd>
          {target === undefined ? edge.target : titleOf(target)} · <code>{targetPort(edge) ?? '—'}</code>
        </dd>
        <dt>{t('edgeKind')}</dt>
        <dd>{kinds.map((kind) => t(`kind${kind}`)).join('; ')}</dd>
      </dl>
      <div className={styles.actions}>
        {[source, target].map(
          (node) =>
            node !== undefined && (
              <Button key={node.key} size="small" onClick={() => editor.select({ nodes: [node.key] })}>
                {t('goTo', { node: titleOf(node) })}
              </Button>
            ),
        )}
      </div>
    </div>
  );
}
