import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { LogRow } from '../engine/ports';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import styles from './log-panel.module.css';
import { useRunState } from './run-context';

const PAGE = 200;
const TONE = { debug: 'neutral', info: 'accent', warning: 'warning', error: 'danger' } as const;

/** The log of the run that is looked at, the last lines first in view. */
export function LogPanel() {
  const t = useTranslations('run.log');
  const logs = useRunState((state) => state.view?.logs ?? null);
  const [shown, setShown] = useState(PAGE);
  if (logs === null) return <p className={styles.empty}>{t('noRun')}</p>;
  if (logs.length === 0) return <p className={styles.empty}>{t('empty')}</p>;
  const left = Math.max(0, logs.length - shown);
  return (
    <div className={styles.panel} role="log" aria-label={t('title')}>
      {left > 0 && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + PAGE)}>
          {t('more', { count: Math.min(PAGE, left) })}
        </Button>
      )}
      <ol className={styles.lines}>
        {logs.slice(left).map((line) => (
          <Line key={line.seq} line={line} />
        ))}
      </ol>
    </div>
  );
}

function Line({ line }: { readonly line: LogRow }) {
  const t = useTranslations('run.log');
  const format = useFormatter();
  return (
    <li className={styles.line}>
      <time className={styles.at}>{format.dateTime(line.at, { timeStyle: 'medium' })}</time>
      <span>
        <Badge tone={TONE[line.level]}>{t(line.level)}</Badge>
      </span>
      <span className={styles.text}>
        {line.node !== undefined && <code className={styles.node}>{line.node}</code>}
        {line.message}
        {line.data !== undefined && (
          <code className={styles.data}>{JSON.stringify(line.data).slice(0, 400)}</code>
        )}
      </span>
    </li>
  );
}
