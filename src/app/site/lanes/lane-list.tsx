import { ChevronDown, ChevronRight, Plus, RotateCcw, Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useEditorState } from '../../../canvas/editor/editor-context';
import { LaneShape } from '../../../canvas/flow/lane-shape';
import { SINK_LANE } from '../../../catalog/lanes';
import type { Lane } from '../../../catalog/types';
import { ownString } from '../../../model/json';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { IconButton } from '../../../ui/icon-button';
import { TextInput } from '../../../ui/inputs';
import { Switch } from '../../../ui/switch';
import { readColour, standsOut } from './lane-contrast';
import { addLane, dropDefault, editLane, type LaneLine, laneLines, resetLane } from './lane-draft';
import { LaneForm } from './lane-form';
import styles from './lanes.module.css';
import type { LanesWorld } from './use-lanes';

/** Every lane, each with its form; and the way to a new one. */
export function LaneList({ world, item }: { readonly world: LanesWorld; readonly item: string | null }) {
  const t = useTranslations('lanes.list');
  const { desk } = world;
  const draft = useStore(desk.store, (state) => state.draft);
  const lines = useMemo(() => laneLines(draft), [draft]);
  const [open, setOpen] = useState<string | null>(item);
  const [adding, setAdding] = useState(false);
  const fallback = ownString(draft.overlay, 'defaultDataType');
  return (
    <div className={styles.part}>
      {fallback !== undefined && (
        <div className={styles.theirs}>
          <span>{t('otherDefault', { lane: fallback })}</span>
          <Button size="small" onClick={() => desk.edit(dropDefault)}>
            {t('dropDefault')}
          </Button>
        </div>
      )}
      <ul className={styles.lanes} aria-label={t('label')}>
        {lines.map((line) => (
          <Row
            key={line.lane.id}
            line={line}
            lanes={lines}
            world={world}
            open={open === line.lane.id}
            onOpen={(is) => setOpen(is ? line.lane.id : null)}
          />
        ))}
      </ul>
      {adding ? (
        <NewLane
          world={world}
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
    </div>
  );
}

function Row({
  line,
  lanes,
  world,
  open,
  onOpen,
}: {
  readonly line: LaneLine;
  readonly lanes: readonly LaneLine[];
  readonly world: LanesWorld;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const t = useTranslations('lanes.list');
  const { desk } = world;
  const { lane, overlaid, beneath } = line;
  const body = useId();
  const weak = useMemo(() => isWeak(lane), [lane]);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className={styles.lane} data-lane={lane.id}>
      <div className={styles.laneRow}>
        <button
          type="button"
          className={styles.laneName}
          aria-expanded={open}
          aria-controls={body}
          aria-label={t('edit', { name: lane.name })}
          onClick={() => onOpen(!open)}
        >
          <Chevron size={14} aria-hidden />
          <LaneShape lane={lane.id} />
          <span className={styles.name}>{lane.name}</span>
          {lane.name !== lane.id && <code className={styles.id}>{lane.id}</code>}
        </button>
        <span className={styles.badges}>
          {lane.id === SINK_LANE && (
            <span title={t('defaultHelp')}>
              <Badge>{t('default')}</Badge>
            </span>
          )}
          {line.retired ? (
            <span title={t('retiredHelp')}>
              <Badge>{t('retired')}</Badge>
            </span>
          ) : (
            !lane.enabled && <Badge tone="warning">{t('off')}</Badge>
          )}
          {weak && (
            <Badge tone="warning">
              <TriangleAlert size={12} aria-hidden />
              {t('weak')}
            </Badge>
          )}
          {line.origin !== 'shipped' && <Badge tone="accent">{t(`origin.${line.origin}`)}</Badge>}
        </span>
        <span className={styles.rowEnd}>
          {overlaid && (
            <IconButton
              size="small"
              label={t(beneath === undefined ? 'remove' : 'reset', { name: lane.name })}
              onClick={() => desk.edit((records) => resetLane(records, lane.id))}
            >
              {beneath === undefined ? <Trash2 size={15} aria-hidden /> : <RotateCcw size={15} aria-hidden />}
            </IconButton>
          )}
          <span title={t(line.retired ? 'retiredHelp' : line.reserved ? 'fixed' : 'onHelp')}>
            <Switch
              label={t('on', { name: lane.name })}
              checked={lane.enabled}
              disabled={line.reserved}
              onChange={(enabled) => desk.edit((records) => editLane(records, lane.id, { enabled }))}
            />
          </span>
        </span>
      </div>
      <div id={body} hidden={!open}>
        {open && <LaneForm line={line} lanes={lanes} world={world} />}
      </div>
    </li>
  );
}

function isWeak(lane: Lane): boolean {
  const colour = readColour(lane.color);
  return colour !== null && !standsOut(colour);
}

const FRESH_COLOUR = '#0f7f7a';

function NewLane({
  world,
  onEnd,
}: {
  readonly world: LanesWorld;
  readonly onEnd: (id: string | null) => void;
}) {
  const t = useTranslations('lanes');
  const draft = useStore(world.desk.store, (state) => state.draft);
  const catalog = useEditorState((state) => state.catalog);
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [pressed, setPressed] = useState(false);
  const id = typed ?? idOf(name);
  const made = addLane(draft, { id, name: name.trim(), color: FRESH_COLOUR });
  const fault = made.ok ? undefined : made.error.map(({ message }) => message).join(' ');
  const taken = catalog.portConfig.dataTypes.some((lane) => lane.id === id);
  // The bar that saves lies over the foot of the page: the whole form is brought above it.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Newer browsers give a promise here, which must not become what the effect ends with.
    void form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!made.ok) return;
    world.desk.edit(() => made.value);
    onEnd(id);
  };
  return (
    <form ref={form} className={styles.fresh} aria-label={t('list.add')} onSubmit={submit}>
      <Field label={t('form.name')}>
        {(ids) => (
          <TextInput id={ids.id} value={name} onChange={(event) => setName(event.target.value)} autoFocus />
        )}
      </Field>
      <Field label={t('form.id')} help={t('form.idHelp')} error={pressed || taken ? fault : undefined}>
        {(ids) => (
          <TextInput
            id={ids.id}
            mono
            value={id}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button type="submit">{t('form.add')}</Button>
        <Button variant="quiet" onClick={() => onEnd(null)}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A word that ports can declare, from a name: `Purchase order` gives `purchase_order`. */
export function idOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40);
}
