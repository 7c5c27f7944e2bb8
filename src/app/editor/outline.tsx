import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCanvasUi, useEditor, useEditorState } from '../../canvas';
import { anchorOf, type NodeKey, titleOf } from '../../model/document';
import { TextInput } from '../../ui/inputs';
import { MdiIcon } from '../../ui/mdi-icon';
import styles from './outline.module.css';

/** The nodes of the workflow as a list, top left to bottom right. Picking one selects it and brings it into sight. */
export function Outline() {
  const t = useTranslations('app.outline');
  const editor = useEditor();
  const ui = useCanvasUi();
  const nodes = useEditorState((state) => state.document.nodes);
  const catalog = useEditorState((state) => state.catalog);
  const selected = useEditorState((state) => state.selection.nodes);
  const [query, setQuery] = useState('');
  const rows = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return nodes
      .filter((node) => wanted === '' || `${titleOf(node)} ${node.id}`.toLowerCase().includes(wanted))
      .sort((a, b) => a.position.x - b.position.x || a.position.y - b.position.y);
  }, [nodes, query]);

  function pick(key: NodeKey) {
    editor.select({ nodes: [key] });
    ui.view?.reveal(key);
  }

  if (nodes.length === 0) return <p className={styles.note}>{t('empty')}</p>;
  return (
    <div className={styles.outline}>
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {rows.length === 0 && <p className={styles.note}>{t('none')}</p>}
      <ul className={styles.list}>
        {rows.map((node) => {
          const type = catalog.nodeType(anchorOf(node) ?? '');
          return (
            <li key={node.key}>
              <button
                type="button"
                className={styles.item}
                aria-current={selected.has(node.key) ? 'true' : undefined}
                onClick={() => pick(node.key)}
              >
                <MdiIcon name={type?.icon ?? ''} size={16} />
                <span className={styles.title}>{titleOf(node)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
