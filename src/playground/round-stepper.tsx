import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/icon-button';
import styles from './round-stepper.module.css';

/** A page of rounds, for Page Up and Page Down. */
const PAGE = 10;

/** The round that a key leads to from round `at` of `count`, both from 0; `undefined`: it is none of the stepper's keys. */
export function roundAfter(key: string, at: number, count: number): number | undefined {
  const steps: { readonly [key: string]: number } = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined ? undefined : Math.min(Math.max(0, to), count - 1);
}

/** Which execution of a node is looked at: "3 of 12 rounds", by buttons or, on the number, by arrows, pages and ends. */
export function RoundStepper({
  at,
  count,
  onPick,
}: {
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly onPick: (at: number) => void;
}) {
  const t = useTranslations('run.node');
  const go = (to: number) => to !== at && to >= 0 && to < count && onPick(to);
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = roundAfter(event.key, at, count);
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }
  const text = t('ofRounds', { at: at + 1, count });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own.
    <div className={styles.stepper} role="group" aria-label={t('executions')}>
      <IconButton size="small" label={t('first')} aria-disabled={at === 0} onClick={() => go(0)}>
        <ChevronFirst size={15} aria-hidden />
      </IconButton>
      <IconButton size="small" label={t('before')} aria-disabled={at === 0} onClick={() => go(at - 1)}>
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <div
        className={styles.at}
        role="spinbutton"
        tabIndex={0}
        aria-label={t('rounds')}
        aria-valuenow={at + 1}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
      >
        {text}
      </div>
      <IconButton size="small" label={t('next')} aria-disabled={at === count - 1} onClick={() => go(at + 1)}>
        <ChevronRight size={15} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        label={t('last')}
        aria-disabled={at === count - 1}
        onClick={() => go(count - 1)}
      >
        <ChevronLast size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
