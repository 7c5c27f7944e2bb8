import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import type { Position } from '../../model/document';
import styles from './picker.module.css';

export type PickerItem = {
  readonly id: string;
  readonly label: string;
  /** Small text behind or under the label. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Why it cannot be chosen; shown in place of the detail. */
  readonly refusal?: string;
  /** What a search looks through; the label where absent. */
  readonly text?: string;
};

const WIDTH = 320;
const HEIGHT = 360;

/** A searchable list at a point of the screen. Type to filter, arrows to walk, Enter to choose, Escape to leave. */
export function Picker({
  title,
  items,
  empty,
  at,
  rank,
  onChoose,
  onRefused,
  onClose,
}: {
  readonly title: string;
  readonly items: readonly PickerItem[];
  /** Said where there are no items at all. */
  readonly empty: string;
  readonly at: Position;
  /** Orders and filters the items for a query; by where the words are found in the text otherwise. */
  readonly rank?: (query: string) => readonly PickerItem[];
  readonly onChoose: (id: string) => void;
  readonly onRefused?: (id: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('canvas.list');
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(
    () => (query.trim() === '' ? items : (rank ?? byWords(items))(query)),
    [items, query, rank],
  );
  const current = found[Math.min(active, found.length - 1)];

  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (item: PickerItem | undefined) => {
    if (item === undefined) return;
    if (item.refusal === undefined) onChoose(item.id);
    else onRefused?.(item.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(active, found.length - 1) + step;
      setActive(
        Math.abs(step) === 1
          ? (next + found.length) % Math.max(found.length, 1)
          : Math.max(0, Math.min(next, found.length - 1)),
      );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={title}
      className={styles.box}
      style={{
        left: Math.max(8, Math.min(at.x, window.innerWidth - WIDTH - 8)),
        top: Math.max(8, Math.min(at.y, window.innerHeight - HEIGHT - 8)),
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      <div className={styles.title}>{title}</div>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={title} className={styles.list}>
        {found.map((item) => (
          <Row
            key={item.id}
            domId={`${id}-${item.id}`}
            item={item}
            active={item === current}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.empty}>{items.length === 0 ? empty : t('empty')}</p>}
      <span className="visually-hidden" role="status">
        {t('count', { count: found.length })}
      </span>
    </div>
  );
}

function Row({
  domId,
  item,
  active,
  onChoose,
}: {
  readonly domId: string;
  readonly item: PickerItem;
  readonly active: boolean;
  readonly onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
    <div
      id={domId}
      role="option"
      aria-selected={active}
      aria-disabled={item.refusal !== undefined}
      tabIndex={-1}
      className={styles.option}
      // Before the field loses the focus to the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
      <span className={styles.texts}>
        <span className={styles.label}>{item.label}</span>
        {(item.refusal ?? item.detail) !== undefined && (
          <span className={styles.detail}>{item.refusal ?? item.detail}</span>
        )}
      </span>
    </div>
  );
}

/** Items in whose text every word of the query is found; the order stays. */
function byWords(items: readonly PickerItem[]): (query: string) => readonly PickerItem[] {
  return (query) => {
    const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return items.filter((item) => {
      const text = (item.text ?? `${item.label} ${item.detail ?? ''}`).toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
  };
}
