import { ChevronDown, ChevronRight, Copy } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../model/json';
import { IconButton } from '../ui/icon-button';
import { CHILD_PAGE, type JsonRow, jsonRows, type Opened, openedAtFirst, TEXT_PAGE } from './json-rows';
import styles from './json-tree.module.css';

/** A JSON value as a tree: arrows walk and open it, pages keep it small, one button copies the whole. */
export function JsonTree({ value, name }: { readonly value: Json; readonly name: string }) {
  const t = useTranslations('run.json');
  const [opened, setOpened] = useState<Opened>(() => openedAtFirst(value));
  const [at, setAt] = useState('');
  const [copied, setCopied] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(value, opened), [value, opened]);
  const active = rows.some((row) => row.path === at) ? at : '';

  function change(path: string, amount: number | undefined) {
    const next = new Map(opened);
    if (amount === undefined) next.delete(path);
    else next.set(path, amount);
    setOpened(next);
  }

  function act(row: JsonRow) {
    if (row.kind === 'list' || row.kind === 'object') change(row.path, row.open ? undefined : CHILD_PAGE);
    else if (row.kind === 'more') change(row.of, (opened.get(row.of) ?? 0) + CHILD_PAGE);
    else if (row.kind === 'text' && row.left > 0) change(row.path, row.shown.length + TEXT_PAGE);
  }

  function go(row: JsonRow | undefined) {
    if (row === undefined) return;
    setAt(row.path);
    const found = [...(tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])].find(
      (element) => element.dataset.path === row.path,
    );
    found?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = rows.findIndex((row) => row.path === active);
    const row = rows[index];
    if (row === undefined) return;
    const container = row.kind === 'list' || row.kind === 'object';
    const parent = rows.slice(0, index).findLast((one) => one.depth < row.depth);
    switch (event.key) {
      case 'ArrowDown':
        go(rows[index + 1]);
        break;
      case 'ArrowUp':
        go(rows[index - 1]);
        break;
      case 'ArrowRight':
        if (container && !row.open) act(row);
        else if (container) go(rows[index + 1]);
        break;
      case 'ArrowLeft':
        if (container && row.open) act(row);
        else go(parent);
        break;
      case 'Home':
        go(rows[0]);
        break;
      case 'End':
        go(rows.at(-1));
        break;
      case 'Enter':
      case ' ':
        act(row);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async function copy() {
    await navigator.clipboard.writeText(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }

  return (
    <div className={styles.frame}>
      <div
        ref={tree}
        role="tree"
        aria-label={t('label', { name })}
        className={styles.tree}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <Row
            key={row.path}
            row={row}
            active={row.path === active}
            onAct={() => act(row)}
            onFocus={() => setAt(row.path)}
          />
        ))}
      </div>
      <div className={styles.copy}>
        <IconButton size="small" label={copied ? t('copied') : t('copy')} onClick={copy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function Row({
  row,
  active,
  onAct,
  onFocus,
}: {
  readonly row: JsonRow;
  readonly active: boolean;
  readonly onAct: () => void;
  readonly onFocus: () => void;
}) {
  const container = row.kind === 'list' || row.kind === 'object';
  const acts = container || row.kind === 'more' || (row.kind === 'text' && row.left > 0);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its focused row.
    <div
      role="treeitem"
      data-path={row.path}
      aria-level={row.depth + 1}
      aria-expanded={container ? row.open : undefined}
      aria-selected={active}
      tabIndex={active ? 0 : -1}
      className={acts ? `${styles.row} ${styles.acts}` : styles.row}
      style={{ paddingInlineStart: `${row.depth * 16 + 4}px` }}
      onClick={acts ? onAct : undefined}
      onFocus={onFocus}
    >
      <span className={styles.arrow} aria-hidden>
        {container && (row.open ? <ChevronDown size={13} /> : <ChevronRight size={13} />)}
      </span>
      {row.name !== null && (
        <span className={typeof row.name === 'number' ? styles.index : styles.key}>{row.name}:</span>
      )}
      <Value row={row} />
    </div>
  );
}

function Value({ row }: { readonly row: JsonRow }) {
  const t = useTranslations('run.json');
  switch (row.kind) {
    case 'scalar':
      return (
        <span className={styles[row.value === null ? 'null' : typeof row.value]}>{String(row.value)}</span>
      );
    case 'text':
      return (
        <span className={styles.string}>
          {row.value === '' ? <em className={styles.count}>{t('emptyText')}</em> : row.shown}
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
