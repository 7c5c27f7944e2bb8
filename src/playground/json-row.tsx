import { ChevronDown, ChevronRight } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import type { JsonRow } from './json-rows';
import styles from './json-tree.module.css';
import type { RawNumbers } from './raw-numbers';

const Raw = createContext<RawNumbers>(new Map());

/** How numbers were written that lost digits, for the trees below. */
export const RawNumbersProvider = Raw.Provider;

/** One row of a tree. `wanted`: what is searched for; `found`: whether this row is the match that is looked at. */
export function JsonRowView({
  row,
  active,
  wanted,
  found,
  onAct,
  onFocus,
}: {
  readonly row: JsonRow;
  readonly active: boolean;
  readonly wanted: string;
  readonly found: boolean;
  readonly onAct: () => void;
  readonly onFocus: () => void;
}) {
  const container = row.kind === 'list' || row.kind === 'object';
  const opens = container && row.count > 0;
  const acts = opens || row.kind === 'more' || (row.kind === 'text' && row.left > 0);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its focused row.
    <div
      role="treeitem"
      data-path={row.path}
      data-found={found || undefined}
      aria-level={row.depth + 1}
      aria-expanded={opens ? row.open : undefined}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      className={acts ? `${styles.row} ${styles.acts}` : styles.row}
      style={{ paddingInlineStart: `${row.depth * 16 + 4}px` }}
      onClick={acts ? onAct : undefined}
      onFocus={onFocus}
    >
      <span className={styles.arrow} aria-hidden>
        {opens && (row.open ? <ChevronDown size={13} /> : <ChevronRight size={13} />)}
      </span>
      {row.name !== null && (
        <span className={typeof row.name === 'number' ? styles.index : styles.key}>
          {typeof row.name === 'string' ? <Marked text={row.name} wanted={wanted} /> : row.name}:
        </span>
      )}
      <Value row={row} wanted={wanted} />
    </div>
  );
}

function Value({ row, wanted }: { readonly row: JsonRow; readonly wanted: string }) {
  const t = useTranslations('run.json');
  const raw = useContext(Raw);
  switch (row.kind) {
    case 'scalar': {
      const held = String(row.value);
      const written = typeof row.value === 'number' ? raw.get(row.value) : undefined;
      const style = styles[row.value === null ? 'null' : typeof row.value];
      if (written === undefined) {
        return (
          <span className={style}>
            <Marked text={held} wanted={wanted} />
          </span>
        );
      }
      const words = t('rounded', { raw: written, value: held });
      return (
        <span className={`${style} ${styles.raw}`} title={words}>
          {written}
          <span className="visually-hidden"> {words}</span>
        </span>
      );
    }
    case 'text':
      return (
        <span className={styles.string}>
          {row.value === '' ? (
            <em className={styles.count}>{t('emptyText')}</em>
          ) : (
            <Marked text={row.shown} wanted={wanted} />
          )}
          {row.left > 0 && <span className={styles.more}>{t('moreText', { left: row.left })}</span>}
        </span>
      );
    case 'list':
      return <span className={styles.count}>{t('items', { count: row.count })}</span>;
    case 'object':
      return <span className={styles.count}>{t('keys', { count: row.count })}</span>;
    case 'more':
      return <span className={styles.more}>{t('more', { count: row.next, left: row.left })}</span>;
  }
}

/** Places of a text that are marked at most. */
const MARKS = 50;

/** A text with what is searched for marked in it. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }): ReactNode {
  const folded = text.toLowerCase();
  // Some letters change their length with their case; then places in one text are none in the other.
  if (wanted === '' || folded.length !== text.length) return text;
  const look = wanted.toLowerCase();
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = folded.indexOf(look); at >= 0 && parts.length < MARKS * 2; at = folded.indexOf(look, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + look.length)}</mark>);
    from = at + look.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}
