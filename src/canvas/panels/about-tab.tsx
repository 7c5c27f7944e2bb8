import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { BuiltType } from '../../catalog/types';
import type { WorkflowNode } from '../../model/document';
import { Button } from '../../ui/button';
import styles from './panels.module.css';

/** What a node is: its type, what runs it, its id. */
export function AboutTab({
  node,
  built,
  more,
  onEditType,
}: {
  readonly node: WorkflowNode;
  readonly built: BuiltType | undefined;
  /** What the app knows besides. */
  readonly more?: ReactNode;
  /** Opens the node type where it can be changed; absent where there is no such place. */
  readonly onEditType?: ((nodeType: string) => void) | undefined;
}) {
  const t = useTranslations('config');
  return (
    <div className={styles.body}>
      {built !== undefined && <p>{built.nodeType.description}</p>}
      {more}
      <dl className={styles.facts}>
        <dt>{t('aboutId')}</dt>
        <dd>
          <code>{node.id}</code>
        </dd>
        {built !== undefined && (
          <>
            <dt>{t('aboutType')}</dt>
            <dd>
              {built.nodeType.label} <code>{built.nodeType.id}</code>
            </dd>
            <dt>{t('aboutProcessor')}</dt>
            <dd>
              <code>{built.nodeType.executor_plugin}</code>
            </dd>
            <dt>{t('aboutVersion')}</dt>
            <dd>{built.nodeType.plugin_version}</dd>
            <dt>{t('aboutCategory')}</dt>
            <dd>{built.nodeType.category}</dd>
          </>
        )}
      </dl>
      {built !== undefined && built.nodeType.workflow === undefined && onEditType !== undefined && (
        <div>
          <Button size="small" onClick={() => onEditType(built.nodeType.id)}>
            {t('editType')}
          </Button>
        </div>
      )}
    </div>
  );
}
