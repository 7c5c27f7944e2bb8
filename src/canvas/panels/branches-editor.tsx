import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { WorkflowNode } from '../../model/document';
import { isArray, isObject, type Json, own, ownString } from '../../model/json';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { TextInput } from '../../ui/inputs';
import { renameBranch, setBranches } from '../commands/ports';
import { useEditor } from '../editor/editor-context';
import styles from './fields/fields.module.css';
import { useCommittedText } from './fields/use-committed-text';

/** A value as the field shows it: text as it is where it could be nothing else, everything else as JSON. */
export function branchText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !spellsOther(value) ? value : JSON.stringify(value);
}

/** The value that a text spells: JSON where it is a number, boolean, null, list, object or quoted text; else the text. */
export function branchValue(text: string): Json {
  return spellsOther(text) ? JSON.parse(text) : text;
}

function spellsOther(text: string): boolean {
  if (!/^\s*(?:-?\d|true|false|null|["[{])/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The branches of a gateway. Renaming one renames its port and takes its wires along (BR-4). */
export function BranchesEditor({
  node,
  branches: stored,
  problem,
  readOnly,
}: {
  readonly node: WorkflowNode;
  readonly branches: Json | undefined;
  readonly problem: string | undefined;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const editor = useEditor();
  const branches = isArray(stored) ? stored : [];
  const write = (next: readonly Json[]) => editor.dispatch(setBranches(node.key, next));
  const replace = (at: number, fields: { readonly [key: string]: Json }) =>
    write(
      branches.map((branch, i) => (i === at ? { ...(isObject(branch) ? branch : {}), ...fields } : branch)),
    );
  const rename = (at: number, from: string, to: string) => {
    const own = isObject(node.data.config) && Object.hasOwn(node.data.config, 'branches');
    if (own && from !== '') editor.dispatch(renameBranch(node.key, from, to));
    else replace(at, { name: to });
  };
  return (
    <section className={styles.tight} aria-label={t('branches')}>
      <h3 className={styles.heading}>{t('branches')}</h3>
      <p className={styles.hint}>{t('branchesHelp')}</p>
      {problem !== undefined && (
        <p className={styles.hint} role="alert">
          {problem}
        </p>
      )}
      {branches.map((branch, i) => {
        const name = ownString(branch, 'name') ?? '';
        const taken = branches.some(
          (other, at) => at !== i && ownString(other, 'name')?.toLowerCase() === name.toLowerCase(),
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a branch's name changes while it is typed; its place is its identity
          <div key={i} className={styles.card}>
            <div className={styles.line}>
              <Cell
                label={t('branchName')}
                text={name}
                error={taken ? t('takenBranchName', { name }) : undefined}
                readOnly={readOnly}
                commit={(next) => next !== '' && rename(i, name, next)}
              />
              <Cell
                label={t('branchValue')}
                text={branchText(own(branch, 'value'))}
                mono
                readOnly={readOnly}
                commit={(next) => replace(i, { value: branchValue(next) })}
              />
              <IconButton
                size="small"
                label={t('removePort', { port: name })}
                disabled={readOnly}
                onClick={() => write(branches.filter((_, at) => at !== i))}
              >
                <Trash2 size={14} aria-hidden />
              </IconButton>
            </div>
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={readOnly}
          onClick={() => write([...branches, { name: freshBranch(branches), value: '' }])}
        >
          {t('addBranch')}
        </Button>
      </div>
    </section>
  );
}

function freshBranch(branches: readonly Json[]): string {
  const taken = new Set(branches.map((branch) => ownString(branch, 'name')?.toLowerCase()));
  let n = branches.length + 1;
  while (taken.has(`branch ${n}`)) n += 1;
  return `Branch ${n}`;
}

function Cell({
  label,
  text,
  error,
  mono = false,
  readOnly,
  commit,
}: {
  readonly label: string;
  readonly text: string;
  readonly error?: string | undefined;
  readonly mono?: boolean;
  readonly readOnly: boolean;
  readonly commit: (text: string) => void;
}) {
  const field = useCommittedText(text, commit);
  return (
    <div className={styles.grow}>
      <Field label={label} error={error}>
        {(ids) => (
          <TextInput
            id={ids.id}
            mono={mono}
            value={field.text}
            readOnly={readOnly}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={(event) => field.change(event.target.value)}
            onBlur={field.flush}
          />
        )}
      </Field>
    </div>
  );
}
