import { Copy, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../model/json';
import { IconButton } from '../ui/icon-button';
import { FindBar } from './find-bar';
import { findInJson, isLong, openFor } from './json-find';
import { JsonRowView } from './json-row';
import { CHILD_PAGE, type JsonRow, jsonRows, type Opened, openedAtFirst, TEXT_PAGE } from './json-rows';
import styles from './json-tree.module.css';

/** A JSON value as a tree: arrows walk and open it, pages keep it small, long ones can be searched, one button copies it. */
export function JsonTree({ value, name }: { readonly value: Json; readonly name: string }) {
  const t = useTranslations('run.json');
  const [opened, setOpened] = useState<Opened>(() => openedAtFirst(value));
  const [at, setAt] = useState('');
  const [copied, setCopied] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(value, opened), [value, opened]);
  // What is searched for, and which of its matches is looked at; null: no search.
  const [find, setFind] = useState<{ readonly wanted: string; readonly at: number } | null>(null);
  const long = useMemo(() => isLong(value), [value]);
  const wanted = find?.wanted ?? '';
  const matches = useMemo(() => findInJson(value, wanted), [value, wanted]);
  const match = find === null ? undefined : matches[find.at];
  useEffect(() => {
    if (match === undefined) return;
    setOpened((now) => openFor(now, match));
    setAt(match.path);
    // Drawn by the next frame, the row is brought into sight; the focus stays in the search.
    const frame = requestAnimationFrame(() => {
      const row = rowAt(tree.current, match.path);
      (row?.querySelector('mark') ?? row)?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [match]);
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
    rowAt(tree.current, row.path)?.focus();
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
        if (container && row.count > 0 && !row.open) act(row);
        else if (container) go(rows[index + 1]);
        break;
      case 'ArrowLeft':
        if (container && row.count > 0 && row.open) act(row);
        else go(parent);
        break;
      case 'Home':
        go(rows[0]);
        break;
      case 'End':
        go(rows.at(-1));
        break;
      case '/':
        if (!long) return;
        setFind({ wanted, at: 0 });
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
      {find !== null && (
        <FindBar
          wanted={wanted}
          at={find.at}
          count={matches.length}
          onWanted={(text) => setFind({ wanted: text, at: 0 })}
          onStep={(by) =>
            matches.length > 0 && setFind({ wanted, at: (find.at + by + matches.length) % matches.length })
          }
          onClose={() => {
            setFind(null);
            rowAt(tree.current, active)?.focus();
          }}
        />
      )}
      <div
        ref={tree}
        role="tree"
        aria-label={t('label', { name })}
        className={long && find === null ? `${styles.tree} ${styles.long}` : styles.tree}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <JsonRowView
            key={row.path}
            row={row}
            active={row.path === active}
            wanted={wanted}
            found={row.path === match?.path}
            onAct={() => act(row)}
            onFocus={() => setAt(row.path)}
          />
        ))}
      </div>
      <div className={styles.copy}>
        {long && find === null && (
          <IconButton size="small" label={t('find')} onClick={() => setFind({ wanted: '', at: 0 })}>
            <Search size={14} aria-hidden />
          </IconButton>
        )}
        <IconButton size="small" label={copied ? t('copied') : t('copy')} onClick={copy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function rowAt(tree: HTMLElement | null, path: string): HTMLElement | undefined {
  return [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])].find(
    (element) => element.dataset.path === path,
  );
}
