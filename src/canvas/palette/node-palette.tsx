import { X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { colourOf } from '../../catalog/type-colour';
import type { NodeType } from '../../catalog/types';
import { mintKey, type NodeKey, type Position } from '../../model/document';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { MdiIcon } from '../../ui/mdi-icon';
import { addNode } from '../commands/nodes';
import { snapped } from '../derive/free-spot';
import { useCanvasUi, useCanvasUiState, useEditor, useEditorState } from '../editor/editor-context';
import styles from './node-palette.module.css';
import { paletteGroups, searchTypes } from './search';
import { useCarry } from './use-carry';

/** The node types that can be added, by category or by search. Drag, double-click or Enter adds one. */
export function NodePalette({
  searchRef,
  onEditType,
}: {
  readonly searchRef?: Ref<HTMLInputElement>;
  /** Opens the node types where they can be changed, at one where one is given. */
  readonly onEditType?: ((nodeType?: string) => void) | undefined;
}) {
  const t = useTranslations('palette');
  const editor = useEditor();
  const ui = useCanvasUi();
  const id = useId();
  const catalog = useEditorState((state) => state.catalog);
  const readOnly = useEditorState((state) => state.readOnly);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const self = useEditorState((state) => state.document.id);
  const workflows = useTranslations('contract')('workflows');
  const groups = useMemo(
    () => paletteGroups(catalog, { label: workflows, self }),
    [catalog, workflows, self],
  );
  const searching = query.trim() !== '';
  const found = useMemo(() => (searching ? searchTypes(groups, query) : null), [groups, query, searching]);
  const order = found ?? groups.flatMap((group) => group.types);
  const current = order.find((type) => type.id === active) ?? (searching ? order[0] : undefined);

  // What a workflow offers is changed in that workflow.
  const editable = current?.workflow === undefined ? current : undefined;

  const add = (type: NodeType, at: Position | null) => {
    if (readOnly) return;
    const key = mintKey<NodeKey>();
    const place = at === null ? ui.view?.freeSpot() : snapped({ x: at.x - 120, y: at.y - 20 });
    editor.dispatch(addNode(catalog, type.id, place ?? { x: 0, y: 0 }, { key }));
    editor.select({ nodes: [key] });
    ui.set({ lead: key });
    ui.say('added', { name: type.label });
    ui.view?.reveal(key);
  };
  const carry = useCarry((type, client) => {
    const at = ui.view?.toCanvas(client);
    if (at === null || at === undefined) return;
    add(type, at);
    ui.view?.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = current === undefined ? (step > 0 ? -1 : 0) : order.indexOf(current);
      const next = order[(at + step + order.length) % Math.max(order.length, 1)];
      setActive(next?.id ?? null);
      if (next !== undefined) {
        list.current
          ?.querySelector(`[data-type="${CSS.escape(next.id)}"]`)
          ?.scrollIntoView({ block: 'nearest' });
      }
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      add(current, null);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (query === '') ui.view?.focus();
      else setQuery('');
    }
  };

  const option = (type: NodeType) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and takes the keys
    <div
      key={type.id}
      id={`${id}-${type.id}`}
      data-type={type.id}
      role="option"
      aria-selected={type === current}
      aria-label={t('item', { label: type.label, description: type.description })}
      tabIndex={-1}
      className={styles.item}
      title={type.description}
      onClick={() => setActive(type.id)}
      onDoubleClick={() => add(type, null)}
      {...(readOnly ? {} : carry(type))}
    >
      <span className={styles.icon} style={{ '--tint': colourOf(catalog, type) }}>
        <MdiIcon name={type.icon} size={18} />
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>{type.label}</span>
        <span className={styles.description}>{type.description}</span>
      </span>
    </div>
  );

  return (
    <div className={styles.palette}>
      <div className={styles.search}>
        <input
          ref={searchRef}
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          aria-label={t('search')}
          aria-describedby={`${id}-hint`}
          placeholder={t('search')}
          className={styles.field}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
        />
        {query !== '' && (
          <IconButton size="small" label={t('clear')} className={styles.clear} onClick={() => setQuery('')}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('label')} className={styles.list}>
        {found === null
          ? groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
              <div key={group.id} role="group" aria-labelledby={`${id}-g-${group.id}`}>
                <div id={`${id}-g-${group.id}`} className={styles.group}>
                  {group.label}
                </div>
                {group.types.map(option)}
              </div>
            ))
          : found.map(option)}
      </div>
      {found?.length === 0 && <p className={styles.empty}>{t('empty', { query })}</p>}
      <p id={`${id}-hint`} className={styles.hint}>
        {t('hint')}
      </p>
      {onEditType !== undefined && (
        <div className={styles.edit}>
          <Button size="small" variant="quiet" onClick={() => onEditType(editable?.id)}>
            {editable === undefined ? t('manage') : t('edit', { label: editable.label })}
          </Button>
        </div>
      )}
      <span className="visually-hidden" role="status">
        {found === null ? '' : t('results', { count: found.length })}
      </span>
      <Carried />
    </div>
  );
}

/** What is being dragged, under the pointer. */
function Carried() {
  const carrying = useCanvasUiState((state) => state.carrying);
  const type = useEditorState((state) =>
    carrying === null ? undefined : state.catalog.nodeType(carrying.nodeTypeId),
  );
  if (carrying === null || type === undefined) return null;
  return createPortal(
    <div className={styles.carried} style={{ left: carrying.at.x, top: carrying.at.y }} aria-hidden="true">
      <MdiIcon name={type.icon} size={18} />
      {type.label}
    </div>,
    document.body,
  );
}
