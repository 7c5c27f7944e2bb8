import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ContentStep, createTriggerStore } from '../../../store';
import { useFaultText } from '../../fault-text';
import { useServices } from '../../services';
import { say } from '../../toasts';
import { raiseContentEvents } from './raise-events';

/** Least time between two readings while workflows write; milliseconds. */
const GAP_MS = 300;
/** So many times as long as a reading took is waited before the next one. */
const PATIENCE = 4;

/** What `read` gives, read again when content changes here, in another tab or in a run; null until it is read. */
export function useContent<T>(read: () => Promise<T>): T | null {
  const { onChange } = useServices();
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let ended = false;
    let busy = false;
    let asked = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      busy = true;
      asked = false;
      const began = performance.now();
      read()
        .then(
          (value) => {
            if (!ended) setFound(() => value);
          },
          (cause: unknown) => console.error(cause),
        )
        .finally(() => {
          // A large collection that a run writes to is not read all the time.
          timer = setTimeout(
            () => {
              busy = false;
              if (asked && !ended) start();
            },
            Math.max(GAP_MS, PATIENCE * (performance.now() - began)),
          );
        });
    };
    start();
    const stop = onChange((kind) => {
      if (kind !== 'content') return;
      asked = true;
      if (!busy) start();
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
    };
  }, [onChange, read]);
  return found;
}

/**
 * Does a step, says so, and offers to take it back; triggers hear of both. False: a failure was said, and nothing was changed.
 */
export function useContentStep(): (step: ContentStep, done: string) => Promise<boolean> {
  const t = useTranslations('site');
  const words = useTranslations('content.said');
  const undo = useTranslations('app')('undoIt');
  const { content, db, engine } = useServices();
  const faultText = useFaultText();
  return useCallback(
    async (step, done) => {
      const change = async (wanted: ContentStep) => {
        const changed = await content.change(wanted);
        // Nobody waits for what follows from it, as with a node that saves.
        if (changed.ok)
          raiseContentEvents(changed.value, createTriggerStore(db), engine.triggers.raise).catch(
            (cause: unknown) => console.error(cause),
          );
        return changed;
      };
      const result = await change(step);
      if (!result.ok) {
        say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
        return false;
      }
      const takeBack = async () => {
        const back = await change(result.value);
        if (back.ok) say(t('undone'));
        else if (back.error.reason === 'conflict') say(words('notUndone'), { tone: 'danger' });
        else say(t('failed', { message: faultText(back.error) }), { tone: 'danger' });
      };
      say(done, { action: { label: undo, run: () => void takeBack() } });
      return true;
    },
    [content, db, engine, t, words, undo, faultText],
  );
}
