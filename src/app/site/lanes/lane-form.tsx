import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { laneMark } from '../../../canvas/derive/lane-look';
import { useEditorState } from '../../../canvas/editor/editor-context';
import type { Lane } from '../../../catalog/types';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextArea, TextInput } from '../../../ui/inputs';
import {
  contrastOn,
  drawn,
  ENOUGH,
  hexOf,
  nearestThatStandsOut,
  type Rgb,
  readColour,
  standsOut,
  THEMES,
  type ThemeName,
} from './lane-contrast';
import { editLane, type LaneFields, type LaneLine } from './lane-draft';
import styles from './lanes.module.css';
import { portsByLane } from './ports-on-lane';
import { useCommaList } from './use-comma-list';
import type { LanesWorld } from './use-lanes';

/** The fields of one lane. Every change shows at once, in the preview too; nothing is stored by it. */
export function LaneForm({
  line,
  lanes,
  world,
}: {
  readonly line: LaneLine;
  readonly lanes: readonly LaneLine[];
  readonly world: LanesWorld;
}) {
  const t = useTranslations('lanes.form');
  const { lane } = line;
  const set = (fields: LaneFields) =>
    world.desk.edit((records) => editLane(records, lane.id, fields), `${lane.id} ${Object.keys(fields)}`);
  const categories = useId();
  const aliases = useCommaList(lane.aliases ?? [], (next) => set({ aliases: next }));
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <Field label={t('name')}>
          {(ids) => (
            <TextInput
              id={ids.id}
              value={lane.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('category')}>
          {(ids) => (
            <>
              <TextInput
                id={ids.id}
                list={categories}
                value={lane.category}
                onChange={(event) => set({ category: event.target.value })}
              />
              <datalist id={categories}>
                {[...new Set(lanes.map((one) => one.lane.category))].map((category) => (
                  <option key={category} value={category} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      <Field label={t('description')}>
        {(ids) => (
          <TextArea
            id={ids.id}
            rows={2}
            value={lane.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <ColourField lane={lane} onChange={(color) => set({ color })} />
      <Field label={t('aliases')} help={t('aliasesHelp')} error={useAliasFault(lane, lanes)}>
        {(ids) => (
          <TextInput
            id={ids.id}
            mono
            value={aliases.text}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={(event) => aliases.change(event.target.value)}
            onBlur={aliases.settle}
          />
        )}
      </Field>
      <Wearers lane={lane.id} />
    </div>
  );
}

function useAliasFault(lane: Lane, lanes: readonly LaneLine[]): string | undefined {
  const t = useTranslations('lanes.form');
  const own = lane.aliases ?? [];
  const alias = own.find((name) => lanes.some((other) => other.lane.id === name));
  if (alias !== undefined) return t('aliasTaken', { alias });
  for (const { lane: other } of lanes) {
    const twice = other.id === lane.id ? undefined : own.find((name) => other.aliases?.includes(name));
    if (twice !== undefined) return t('aliasTwice', { alias: twice, lane: other.name });
  }
  return undefined;
}

function ColourField({ lane, onChange }: { readonly lane: Lane; readonly onChange: (text: string) => void }) {
  const t = useTranslations('lanes.form');
  const colour = useMemo(() => readColour(lane.color), [lane.color]);
  const portConfig = useEditorState((state) => state.catalog.portConfig);
  return (
    <div className={styles.colour}>
      <Field label={t('colour')} help={colour === null ? t('colourNone') : t('colourHelp')}>
        {(ids) => (
          <span className={styles.colourInputs}>
            <input
              type="color"
              className={styles.picker}
              aria-label={t('colourPick')}
              value={colour === null ? '#808080' : hexOf(colour)}
              onChange={(event) => onChange(event.target.value)}
            />
            <TextInput
              id={ids.id}
              mono
              value={lane.color}
              describedBy={ids.describedBy}
              onChange={(event) => onChange(event.target.value)}
            />
          </span>
        )}
      </Field>
      {colour !== null && (
        <div className={styles.swatches}>
          <Swatch colour={colour} theme="light" />
          <Swatch colour={colour} theme="dark" />
          {!standsOut(colour) && (
            <Button size="small" onClick={() => onChange(hexOf(nearestThatStandsOut(colour)))}>
              {t('mend')}
            </Button>
          )}
        </div>
      )}
      <p className={styles.quiet}>
        {t('mark')}: {t(`marks.${laneMark(lane.id, portConfig)}`)}
      </p>
    </div>
  );
}

/** A colour as it is drawn on the canvas of a theme, with its contrast in figures and words. */
function Swatch({ colour, theme }: { readonly colour: Rgb; readonly theme: ThemeName }) {
  const t = useTranslations('lanes.form');
  const ratio = contrastOn(colour, theme);
  const good = ratio >= ENOUGH;
  // A figure that rounds up to what is needed would say the opposite of the mark beside it.
  const shown = good ? ratio : Math.floor(ratio * 10) / 10;
  return (
    <span className={styles.swatch}>
      <span className={styles.chip} style={{ background: hexOf(THEMES[theme].canvas) }} aria-hidden>
        <svg width="14" height="14" viewBox="0 0 12 12" aria-hidden focusable="false">
          <circle cx="6" cy="6" r="5" fill={hexOf(drawn(colour, theme))} />
        </svg>
      </span>
      <span className={good ? styles.good : styles.warned}>
        {good ? <CircleCheck size={13} aria-hidden /> : <TriangleAlert size={13} aria-hidden />}
        {t(theme)} {t('contrast', { ratio: shown })}, {t(good ? 'enough' : 'weak')}
      </span>
    </span>
  );
}

/** How many ports of node types are on a lane. */
function Wearers({ lane }: { readonly lane: string }) {
  const t = useTranslations('lanes.form');
  // Building every node type is no work for a keystroke.
  const catalog = useDeferredValue(useEditorState((state) => state.catalog));
  const count = useMemo(() => portsByLane(catalog).get(lane)?.length ?? 0, [catalog, lane]);
  return <p className={styles.quiet}>{t('wearers', { count })}</p>;
}
