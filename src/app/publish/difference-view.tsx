import { useTranslations } from 'use-intl';
import type { NodeDifference, WorkflowDifference } from '../../formats/workflow-diff';
import styles from './publish.module.css';

const MOST = 60;

/** What differs between the workflow here and the one on a server, a line each. */
export function DifferenceView({
  difference,
  version,
}: {
  readonly difference: WorkflowDifference;
  readonly version: string | null;
}) {
  const t = useTranslations('publishing.difference');
  const lines = useLines(difference);
  const { moved } = difference.nodes;
  if (difference.same) return <p>{moved === 0 ? t('same') : t('sameMoved', { count: moved })}</p>;
  return (
    <>
      <ul className={styles.differences} aria-label={t('label')}>
        {lines.slice(0, MOST).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MOST && <li>{t('more', { count: lines.length - MOST })}</li>}
      </ul>
      {version !== null && <p className={styles.small}>{t('version', { version })}</p>}
    </>
  );
}

function useLines({
  name,
  description,
  nodes,
  edges,
  metadata,
  ...rest
}: WorkflowDifference): readonly string[] {
  const t = useTranslations('publishing.difference');
  const partsOf = ({ parts, config }: NodeDifference) =>
    parts
      .map((part) =>
        part === 'config'
          ? t('config', { keys: config.join(', ') })
          : part === 'label'
            ? t('label_')
            : t(part),
      )
      .join(', ');
  const lines = [
    name !== null && t('name', name),
    description && t('description'),
    ...nodes.added.map((node) => t('nodeAdded', node)),
    ...nodes.removed.map((node) => t('nodeRemoved', node)),
    ...nodes.changed.map((node) =>
      t('nodeChanged', { id: node.id, title: node.title, parts: partsOf(node) }),
    ),
    ...edges.added.map((wire) => t('edgeAdded', { name: wire })),
    ...edges.removed.map((wire) => t('edgeRemoved', { name: wire })),
    ...edges.changed.map((wire) => t('edgeChanged', { name: wire })),
    rest.interface.length > 0 && t('interface', { names: rest.interface.join(', ') }),
    metadata && t('metadata'),
    nodes.moved > 0 && t('moved', { count: nodes.moved }),
  ].filter((line) => line !== false);
  // Two wires between the same nodes read alike.
  return [...new Set(lines)];
}
