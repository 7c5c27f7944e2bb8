import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { BuiltType } from '../../catalog/types';
import type { WorkflowNode } from '../../model/document';
import { mayRunAgain } from '../../model/rerun';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/switch';
import { allowRerun } from '../commands/nodes';
import { useEditor, useEditorState } from '../editor/editor-context';
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
      {built?.nodeType.executor_plugin === CALL_AND_WAIT && <p className={styles.quiet}>{t('needsHost')}</p>}
      {built?.flags.sideEffects === true && <RunAgain node={node} />}
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

/** INT-20: the other system answers at an address, which a page has none of. */
const CALL_AND_WAIT = 'flowdrop_interrupt:call_and_wait';

/** Only of a node that acts on the world outside: all others are run again in any case. */
function RunAgain({ node }: { readonly node: WorkflowNode }) {
  const t = useTranslations('config');
  const editor = useEditor();
  const readOnly = useEditorState((state) => state.readOnly);
  const id = useId();
  return (
    <div className={styles.rerun}>
      <div>
        <label htmlFor={id}>{t('rerun')}</label>
        <Switch
          id={id}
          describedBy={`${id}-help`}
          checked={mayRunAgain(node)}
          disabled={readOnly}
          onChange={(allowed) => editor.dispatch(allowRerun(node.key, allowed))}
        />
      </div>
      <p id={`${id}-help`} className={styles.quiet}>
        {t('rerunHelp')}
      </p>
    </div>
  );
}
