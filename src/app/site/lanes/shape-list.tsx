import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useEditorState } from '../../../canvas/editor/editor-context';
import { LaneShape } from '../../../canvas/flow/lane-shape';
import { SHIPPED_SHAPES } from '../../../catalog/lanes';
import type { JsonObject } from '../../../model/json';
import { ownString } from '../../../model/json';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { removeShape } from './lane-draft';
import styles from './lanes.module.css';
import { portsByLane } from './ports-on-lane';
import { ShapeCompare } from './shape-compare';
import { ShapeForm } from './shape-form';
import type { LanesWorld } from './use-lanes';

type Line = { readonly id: string; readonly name: string; readonly stored: JsonObject | null };

/** The shapes: shipped ones to look at, those of the site to change. */
export function ShapeList({ world }: { readonly world: LanesWorld }) {
  const t = useTranslations('lanes.shapes');
  const draft = useStore(world.desk.store, (state) => state.draft);
  const [open, setOpen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const lines = useMemo((): readonly Line[] => {
    const ours = draft.shapes.flatMap((stored): readonly Line[] => {
      const id = ownString(stored, 'id');
      if (id === undefined) return [];
      return [{ id, name: ownString(stored, 'name') ?? ownString(stored, 'label') ?? id, stored }];
    });
    const shipped = SHIPPED_SHAPES.filter(({ id }) => !ours.some((one) => one.id === id));
    return [...shipped.map(({ id, label }): Line => ({ id, name: label, stored: null })), ...ours];
  }, [draft]);
  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{t('intro')}</p>
      <ul className={styles.lanes} aria-label={t('label')}>
        {lines.map((line) => (
          <Row
            key={line.id}
            line={line}
            world={world}
            open={open === line.id}
            onOpen={(is) => setOpen(is ? line.id : null)}
            onRenamed={setOpen}
          />
        ))}
      </ul>
      {draft.shapes.length === 0 && !adding && <p className={styles.quiet}>{t('none')}</p>}
      {adding ? (
        <ShapeForm
          world={world}
          stored={null}
          onEnd={(id) => {
            setAdding(false);
            if (id !== null) setOpen(id);
          }}
        />
      ) : (
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      )}
      <ShapeCompare />
    </div>
  );
}

function Row({
  line,
  world,
  open,
  onOpen,
  onRenamed,
}: {
  readonly line: Line;
  readonly world: LanesWorld;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onRenamed: (id: string) => void;
}) {
  const t = useTranslations('lanes.shapes');
  const { id, name, stored } = line;
  const body = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  const shipped = SHIPPED_SHAPES.find((shape) => shape.id === id);
  return (
    <li className={styles.lane} data-shape={id}>
      <div className={styles.laneRow}>
        <button
          type="button"
          className={styles.laneName}
          aria-expanded={open}
          aria-controls={body}
          aria-label={t(stored === null ? 'show' : 'open', { name })}
          onClick={() => onOpen(!open)}
        >
          <Chevron size={14} aria-hidden />
          <LaneShape lane={id} />
          <span className={styles.name}>{name}</span>
          {name !== id && <code className={styles.id}>{id}</code>}
        </button>
        <span className={styles.badges}>
          <Badge tone={stored === null ? 'neutral' : 'accent'}>
            {t(stored === null ? 'shippedBadge' : 'siteBadge')}
          </Badge>
        </span>
        <span className={styles.rowEnd}>
          {stored !== null && (
            <IconButton
              size="small"
              label={t('remove', { name })}
              onClick={() => world.desk.edit((records) => removeShape(records, id))}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          )}
        </span>
      </div>
      <div id={body} hidden={!open}>
        {open && stored !== null && (
          <ShapeForm
            key={id}
            world={world}
            stored={stored}
            onEnd={(next) => next !== null && onRenamed(next)}
          />
        )}
        {open && stored === null && shipped !== undefined && (
          <pre className={styles.schema}>{JSON.stringify(shipped.schema, null, 2)}</pre>
        )}
        {open && <Wearers lane={id} />}
      </div>
    </li>
  );
}

/** The ports of node types that are on the lane of a shape. */
function Wearers({ lane }: { readonly lane: string }) {
  const t = useTranslations('lanes.shapes');
  // Building every node type is no work for a keystroke.
  const catalog = useDeferredValue(useEditorState((state) => state.catalog));
  const ports = useMemo(() => portsByLane(catalog).get(lane) ?? [], [catalog, lane]);
  return (
    <details className={styles.wearers}>
      <summary>
        {t('wearers')} ({ports.length})
      </summary>
      {ports.length === 0 ? (
        <p className={styles.quiet}>{t('nobody')}</p>
      ) : (
        <ul>
          {ports.map(({ nodeType, label, port, direction }) => (
            <li key={`${nodeType} ${direction} ${port}`}>
              {t('port', { node: label, port, side: direction })}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
