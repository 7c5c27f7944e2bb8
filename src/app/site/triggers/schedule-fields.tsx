import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isTimeZone, nextRun, nextRuns } from '../../../engine/triggers/cron';
import {
  expressionOf,
  MINUTE_STEPS,
  type SimpleSchedule,
  simpleOf,
} from '../../../engine/triggers/simple-schedule';
import type { TriggerSchedule } from '../../../engine/triggers/types';
import { Field } from '../../../ui/field';
import { Select, TextInput } from '../../../ui/inputs';
import styles from './triggers.module.css';
import { timeText, useTriggerWords } from './words';

const RHYTHMS = ['none', 'minutes', 'hour', 'day', 'week', 'month', 'advanced'] as const;
type Rhythm = (typeof RHYTHMS)[number];

const STARTS: { readonly [R in SimpleSchedule['every']]: SimpleSchedule } = {
  minutes: { every: 'minutes', step: 15 },
  hour: { every: 'hour', minute: 0 },
  day: { every: 'day', hour: 9, minute: 0 },
  week: { every: 'week', days: [1, 2, 3, 4, 5], hour: 9, minute: 0 },
  month: { every: 'month', day: 1, hour: 9, minute: 0 },
};

/** When a schedule starts: in plain words, or as a cron expression, with what comes of it next. */
export function ScheduleFields({
  schedule,
  onChange,
}: {
  readonly schedule: TriggerSchedule;
  readonly onChange: (schedule: TriggerSchedule) => void;
}) {
  const t = useTranslations('triggers.form');
  const codes = useTranslations('triggers.codes');
  const words = useTriggerWords();
  const zones = useId();
  const simple = simpleOf(schedule.cron_expression);
  const [advanced, setAdvanced] = useState(
    schedule.mode === 'advanced' || (simple === undefined && schedule.cron_expression !== ''),
  );
  const rhythm: Rhythm = advanced ? 'advanced' : (simple?.every ?? 'none');
  const express = (cron_expression: string, mode: TriggerSchedule['mode'] = 'simple') =>
    onChange({ ...schedule, cron_expression, mode });
  const say = (next: SimpleSchedule) => express(expressionOf(next));
  const { code } = nextRun(schedule, Date.now());
  const broken = code === 'invalid_expression';
  const upcoming = nextRuns(schedule, Date.now(), 3);
  const said = words.schedule(schedule);
  return (
    <>
      <Field label={t('every')}>
        {({ id }) => (
          <Select
            id={id}
            value={rhythm}
            options={RHYTHMS.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
            onChange={({ target }) => {
              const chosen = RHYTHMS.find((one) => one === target.value) ?? 'none';
              setAdvanced(chosen === 'advanced');
              if (chosen === 'advanced') express(schedule.cron_expression, 'advanced');
              else if (chosen === 'none') express('');
              else say(STARTS[chosen]);
            }}
          />
        )}
      </Field>
      {rhythm === 'advanced' && (
        <Field
          label={t('cron')}
          help={t('cronHelp')}
          error={broken ? codes('invalid_expression') : undefined}
        >
          {({ id, describedBy, invalid }) => (
            <TextInput
              mono
              id={id}
              describedBy={describedBy}
              invalid={invalid}
              value={schedule.cron_expression}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => express(target.value, 'advanced')}
            />
          )}
        </Field>
      )}
      {!advanced && simple !== undefined && <SimpleFields simple={simple} onChange={say} />}
      {rhythm !== 'none' && (
        <>
          <Field
            label={t('zone')}
            help={t('zoneHelp')}
            error={isTimeZone(schedule.timezone) ? undefined : t('zoneUnknown')}
          >
            {({ id, describedBy, invalid }) => (
              <>
                <TextInput
                  id={id}
                  list={zones}
                  describedBy={describedBy}
                  invalid={invalid}
                  value={schedule.timezone}
                  autoComplete="off"
                  onChange={({ target }) => onChange({ ...schedule, timezone: target.value })}
                />
                <datalist id={zones}>
                  {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
                    <option key={zone} value={zone} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field label={t('jitter')} help={t('jitterHelp')}>
            {({ id, describedBy }) => (
              <TextInput
                id={id}
                type="number"
                min={0}
                max={604800}
                describedBy={describedBy}
                value={schedule.jitter_max}
                onChange={({ target }) =>
                  onChange({ ...schedule, jitter_max: Math.max(0, Math.trunc(target.valueAsNumber || 0)) })
                }
              />
            )}
          </Field>
          {said !== undefined && (
            <div className={styles.outlook} aria-live="polite">
              <strong>{said}</strong>
              <div>{t('upcoming')}</div>
              <ul>
                {upcoming.map((at) => (
                  <li key={at}>{words.moment(at, schedule.timezone)}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </>
  );
}

function SimpleFields({
  simple,
  onChange,
}: {
  readonly simple: SimpleSchedule;
  readonly onChange: (simple: SimpleSchedule) => void;
}) {
  const t = useTranslations('triggers.form');
  const { dayName } = useTriggerWords();
  switch (simple.every) {
    case 'minutes':
      return (
        <Field label={t('step')}>
          {({ id }) => (
            <Select
              id={id}
              value={String(simple.step)}
              options={MINUTE_STEPS.map((step) => ({ value: String(step), label: String(step) }))}
              onChange={({ target }) => onChange({ every: 'minutes', step: Number(target.value) })}
            />
          )}
        </Field>
      );
    case 'hour':
      return (
        <Field label={t('minute')}>
          {({ id }) => (
            <TextInput
              id={id}
              type="number"
              min={0}
              max={59}
              value={simple.minute}
              onChange={({ target }) =>
                onChange({ every: 'hour', minute: within(target.valueAsNumber, 0, 59) })
              }
            />
          )}
        </Field>
      );
    default:
      return (
        <div className={styles.pair}>
          {simple.every === 'week' && (
            <fieldset className={styles.days}>
              <legend>{t('days')}</legend>
              {[1, 2, 3, 4, 5, 6, 0].map((day) => (
                <label key={day} title={dayName(day)}>
                  <input
                    type="checkbox"
                    checked={simple.days.includes(day)}
                    onChange={({ target }) => {
                      const others = simple.days.filter((one) => one !== day);
                      const days = target.checked ? [...others, day] : others;
                      // A week without any day would be every day.
                      if (days.length > 0) onChange({ ...simple, days });
                    }}
                  />
                  {dayName(day, 'short')}
                </label>
              ))}
            </fieldset>
          )}
          {simple.every === 'month' && (
            <Field label={t('day')}>
              {({ id }) => (
                <TextInput
                  id={id}
                  type="number"
                  min={1}
                  max={31}
                  value={simple.day}
                  onChange={({ target }) => onChange({ ...simple, day: within(target.valueAsNumber, 1, 31) })}
                />
              )}
            </Field>
          )}
          <Field label={t('time')}>
            {({ id }) => (
              <TextInput
                id={id}
                type="time"
                required
                value={timeText(simple)}
                onChange={({ target }) => {
                  const [hour = '', minute = ''] = target.value.split(':');
                  if (target.value !== '')
                    onChange({ ...simple, hour: Number(hour), minute: Number(minute) });
                }}
              />
            )}
          </Field>
        </div>
      );
  }
}

function within(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? least : Math.min(most, Math.max(least, Math.trunc(value)));
}
