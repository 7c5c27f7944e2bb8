import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { LaneShape } from '../../../canvas/flow/lane-shape';
import type { RuleSource } from '../../../catalog/lane-composition';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { allow, composed, disallow, laneLines, reasonsOf } from './lane-draft';
import styles from './lanes.module.css';
import type { Desk } from './lanes-desk';

type Why = RuleSource | 'same' | 'none';
const WHYS: readonly Why[] = ['same', 'site', 'shape', 'object', 'control', 'sink', 'retired', 'none'];
/** One sign each, so that no cell speaks by colour alone. */
const SIGNS: { readonly [why in Why]: string } = {
  same: '=',
  site: '✓',
  shape: '◆',
  object: '{}',
  control: '▸',
  sink: '∗',
  retired: '·',
  none: '',
};

type Cell = { readonly from: string; readonly to: string };

/** Which lane may flow into which, as a grid: rows give, columns take. */
export function FlowGrid({ desk }: { readonly desk: Desk }) {
  const t = useTranslations('lanes.flow');
  const draft = useStore(desk.store, (state) => state.draft);
  const lanes = useMemo(
    () =>
      laneLines(draft)
        .filter(({ retired }) => !retired)
        .map(({ lane }) => lane),
    [draft],
  );
  const why = useMemo(() => reasonsOf(draft), [draft]);
  const whyOf = ({ from, to }: Cell): Why => {
    const found = why(from, to);
    return found === null ? 'none' : found === 'same' ? 'same' : found.by;
  };
  const [chosen, setChosen] = useState<Cell | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const first = lanes[0]?.id ?? '';
  const known = (id: string | undefined) => lanes.some((lane) => lane.id === id);
  const current: Cell =
    chosen !== null && known(chosen.from) && known(chosen.to) ? chosen : { from: first, to: first };
  const nameOf = (id: string) => lanes.find((lane) => lane.id === id)?.name ?? id;

  const toggle = (cell: Cell) => {
    setChosen(cell);
    const now = whyOf(cell);
    if (now === 'site') desk.edit((records) => disallow(records, cell.from, cell.to));
    if (now === 'none') desk.edit((records) => allow(records, cell.from, cell.to));
  };
  const move = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: readonly [number, number] } = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    const row = lanes.findIndex(({ id }) => id === current.from) + step[0];
    const rightward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step[1] : step[1];
    const column = lanes.findIndex(({ id }) => id === current.to) + rightward;
    const [from, to] = [lanes[row]?.id, lanes[column]?.id];
    if (from === undefined || to === undefined) return;
    setChosen({ from, to });
    table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  };

  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{t('help')}</p>
      <div className={styles.gridScroll}>
        <table ref={table} className={styles.grid} aria-label={t('grid')}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                {t('corner')}
              </th>
              {lanes.map((lane) => (
                <th key={lane.id} scope="col" className={styles.column}>
                  <span className={styles.columnName}>
                    <LaneShape lane={lane.id} />
                    <span>{lane.name}</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lanes.map((giver, row) => (
              <tr key={giver.id}>
                <th scope="row" className={styles.rowName}>
                  <span>
                    <LaneShape lane={giver.id} />
                    {giver.name}
                  </span>
                </th>
                {lanes.map((taker, column) => {
                  const cell = { from: giver.id, to: taker.id };
                  const now = whyOf(cell);
                  const mine = current.from === giver.id && current.to === taker.id;
                  return (
                    <td key={taker.id} className={styles.cell}>
                      <button
                        type="button"
                        data-cell={`${row} ${column}`}
                        data-why={now}
                        data-current={mine}
                        className={styles.cellButton}
                        tabIndex={mine ? 0 : -1}
                        aria-pressed={now !== 'none'}
                        aria-label={t('cell', {
                          from: giver.name,
                          to: taker.name,
                          what: t(`by.${now}`),
                        })}
                        title={t('cell', { from: giver.name, to: taker.name, what: t(`by.${now}`) })}
                        onFocus={() => setChosen(cell)}
                        onClick={() => toggle(cell)}
                        onKeyDown={move}
                      >
                        {SIGNS[now]}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CellDetail cell={current} why={whyOf(current)} nameOf={nameOf} desk={desk} onToggle={toggle} />
      <ul className={styles.legend} aria-label={t('legend')}>
        {WHYS.filter((one) => one !== 'none' && one !== 'retired').map((one) => (
          <li key={one}>
            <span className={styles.sign} data-why={one} aria-hidden>
              {SIGNS[one]}
            </span>{' '}
            {t(`by.${one}`)}
          </li>
        ))}
      </ul>
      <Declared desk={desk} nameOf={nameOf} />
    </div>
  );
}

/** The pair that has the focus, in a sentence, with the reason of its rule. */
function CellDetail({
  cell,
  why,
  nameOf,
  desk,
  onToggle,
}: {
  readonly cell: Cell;
  readonly why: Why;
  readonly nameOf: (id: string) => string;
  readonly desk: Desk;
  readonly onToggle: (cell: Cell) => void;
}) {
  const t = useTranslations('lanes.flow');
  const draft = useStore(desk.store, (state) => state.draft);
  const rule = useMemo(() => reasonsOf(draft)(cell.from, cell.to), [draft, cell]);
  const reason = rule === null || rule === 'same' ? '' : (rule.reason ?? '');
  return (
    <div className={styles.detail}>
      <p role="status">
        <strong>{t('rule', { from: nameOf(cell.from), to: nameOf(cell.to) })}</strong> {t(`by.${why}`)}
        {why === 'shape' && reason !== '' && <>: {reason}</>}
      </p>
      {why === 'site' && (
        <Field label={t('reason')} help={t('reasonHelp')}>
          {(ids) => (
            <TextInput
              id={ids.id}
              value={reason}
              describedBy={ids.describedBy}
              onChange={(event) =>
                desk.edit(
                  (records) => allow(records, cell.from, cell.to, event.target.value),
                  `reason ${cell.from} ${cell.to}`,
                )
              }
            />
          )}
        </Field>
      )}
      {why === 'site' || why === 'none' ? (
        <Button size="small" onClick={() => onToggle(cell)}>
          {t(why === 'site' ? 'refuse' : 'allow')}
        </Button>
      ) : (
        <p className={styles.quiet}>{t('given')}</p>
      )}
    </div>
  );
}

/** The rules that this site adds, one line each. */
function Declared({ desk, nameOf }: { readonly desk: Desk; readonly nameOf: (id: string) => string }) {
  const t = useTranslations('lanes.flow');
  const draft = useStore(desk.store, (state) => state.draft);
  const rules = useMemo(() => {
    const why = reasonsOf(draft);
    return composed(draft).compatibilityRules.flatMap(({ from, to }) => {
      const rule = why(from, to);
      return rule !== null && rule !== 'same' && rule.by === 'site' ? [rule] : [];
    });
  }, [draft]);
  return (
    <section className={styles.declared}>
      <h3 className={styles.heading}>{t('declared')}</h3>
      {rules.length === 0 ? (
        <p className={styles.quiet}>{t('none')}</p>
      ) : (
        <ul className={styles.rules}>
          {rules.map(({ from, to, reason }) => (
            <li key={`${from} ${to}`}>
              <LaneShape lane={from} />
              <span>{t('rule', { from: nameOf(from), to: nameOf(to) })}</span>
              <LaneShape lane={to} />
              {reason !== undefined && <span className={styles.quiet}>{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
