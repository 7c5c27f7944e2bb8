// A question of a run with the control that answers it, or how it was settled. For the run panel, an inbox, a conversation.
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type InterruptRow, isForPeople } from '../engine/interrupts/row';
import type { Json } from '../model/json';
import { Button } from '../ui/button';
import { JsonTree } from './json-tree';
import type { Questions } from './ports';
import styles from './question.module.css';
import { QuestionControl } from './question-control';

/** @param news changes whenever the question may have changed: it is read again. */
export function Question({
  id,
  questions,
  news,
}: {
  readonly id: string;
  readonly questions: Questions;
  readonly news: unknown;
}) {
  const t = useTranslations('question');
  const [row, setRow] = useState<InterruptRow | undefined | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [reads, setReads] = useState(0);
  useEffect(() => {
    void [news, reads];
    let current = true;
    questions.read(id).then(
      (found) => current && setRow(found),
      () => current && setRow(undefined),
    );
    return () => {
      current = false;
    };
  }, [id, questions, news, reads]);
  if (row === null) return <div aria-busy="true" />;
  if (row === undefined) return <p className={styles.note}>{t('gone')}</p>;

  const settle = async (work: () => ReturnType<Questions['answer']>) => {
    setBusy(true);
    const answer = await work();
    setRefusal(answer.ok ? null : answer.refusal.message);
    setBusy(false);
    setReads((count) => count + 1);
  };
  const open = row.status === 'pending';
  return (
    <section className={styles.question} aria-label={t('title')}>
      {row.message !== null && <p className={styles.message}>{row.message}</p>}
      {open && isForPeople(row) ? (
        <>
          <QuestionControl
            row={row}
            busy={busy}
            onAnswer={(value: Json) => void settle(() => questions.answer(id, value))}
          />
          <div className={styles.foot}>
            <Expiry row={row} />
            <Button
              size="small"
              variant="quiet"
              disabled={busy}
              onClick={() => void settle(() => questions.withdraw(id))}
            >
              {t('withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <Settled row={row} />
      )}
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {t('refused', { message: refusal })}
        </p>
      )}
    </section>
  );
}

function Expiry({ row }: { readonly row: InterruptRow }) {
  const t = useTranslations('question');
  const format = useFormatter();
  if (row.expires === null || row.expires <= 0) return <span />;
  return (
    <span>
      {t('until', { time: format.dateTime(row.expires, { dateStyle: 'medium', timeStyle: 'short' }) })}
    </span>
  );
}

/** Who answered, when and what; or why nobody can any more. */
function Settled({ row }: { readonly row: InterruptRow }) {
  const t = useTranslations('question');
  const format = useFormatter();
  const at = (time: number | null) =>
    time === null ? '' : format.dateTime(time, { dateStyle: 'medium', timeStyle: 'medium' });
  switch (row.status) {
    case 'pending':
      return <p className={styles.note}>{t('system', { time: at(row.expires) })}</p>;
    case 'cancelled':
      return <p className={styles.note}>{t('withdrawn')}</p>;
    case 'expired':
      return <p className={styles.note}>{t('expired')}</p>;
    case 'resolved':
      return (
        <>
          <p className={styles.note}>
            {row.resolvedBy === null
              ? t('answeredAt', { time: at(row.resolved) })
              : t('answeredBy', { name: row.resolvedBy, time: at(row.resolved) })}
          </p>
          <JsonTree value={row.response} name={t('answer')} />
        </>
      );
  }
}
