import { useFormatter, useTranslations } from 'use-intl';
import { isTimeZone, nextRun } from '../../../engine/triggers/cron';
import { nextRunOf } from '../../../engine/triggers/report';
import { simpleOf } from '../../../engine/triggers/simple-schedule';
import { kindOf, type TriggerRow, type TriggerSchedule } from '../../../engine/triggers/types';

/** A Sunday, so that day 0 of the week is one. */
const SUNDAY = Date.UTC(2024, 0, 7, 12);
const DAY_MS = 86_400_000;

/** Says triggers in words. Moments are told in the person's zone, and in the trigger's own where that is another. */
export function useTriggerWords() {
  const t = useTranslations('triggers');
  const format = useFormatter();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const dayName = (day: number, style: 'long' | 'short' = 'long') =>
    format.dateTime(new Date(SUNDAY + day * DAY_MS), { weekday: style, timeZone: 'UTC' });

  function schedule({ cron_expression, timezone }: TriggerSchedule): string | undefined {
    const { code } = nextRun({ cron_expression, timezone }, Date.now());
    if (code === 'no_expression' || code === 'invalid_expression') return undefined;
    const zone = isTimeZone(timezone) ? timezone : 'UTC';
    return t('said.zone', { schedule: rhythm(cron_expression), zone });
  }

  function rhythm(expression: string): string {
    const simple = simpleOf(expression);
    if (simple === undefined) return expression;
    switch (simple.every) {
      case 'minutes':
        return t('said.minutes', { step: simple.step });
      case 'hour':
        return t('said.hour', { minute: simple.minute });
      case 'day':
        return t('said.day', { time: timeText(simple) });
      case 'month':
        return t('said.month', { day: simple.day, time: timeText(simple) });
      case 'week':
        return simple.days.join() === '1,2,3,4,5'
          ? t('said.weekdays', { time: timeText(simple) })
          : t('said.week', {
              days: format.list(simple.days.map((day) => dayName(day))),
              time: timeText(simple),
            });
    }
  }

  function moment(at: number, zone: string): string {
    const style = {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    const mine = format.dateTime(new Date(at), { ...style, timeZone: here });
    if (zone === here || !isTimeZone(zone)) return mine;
    const theirs = format.dateTime(new Date(at), { ...style, timeZone: zone });
    return theirs === mine ? mine : `${mine} (${t('nextThere', { when: theirs, zone })})`;
  }

  /** When it starts next, or why it does not. */
  function next(row: TriggerRow): { readonly text: string; readonly wrong: boolean } {
    const { config } = row;
    const { next_run, code } = nextRunOf(row, Date.now());
    if (!config.enabled) return { text: t('off'), wrong: false };
    if (kindOf(config.event_type) !== 'schedule') return { text: '', wrong: false };
    const when = next_run === null ? '' : t('next', { when: moment(next_run, config.schedule.timezone) });
    if (code === null) return { text: when, wrong: false };
    return { text: [when, t(`codes.${code}`)].filter(Boolean).join(' '), wrong: code !== 'no_expression' };
  }

  return { schedule, next, moment, dayName };
}

/** `09:30`. */
export function timeText({ hour, minute }: { readonly hour: number; readonly minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
