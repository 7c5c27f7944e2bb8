import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { LogRow } from '../engine/ports';
import type { Json } from '../model/json';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { JsonTree } from './json-tree';
import styles from './log-panel.module.css';
import { useRunState } from './run-context';

const PAGE = 200;
/** Characters of a line's data that stand in the line. */
const SHORT = 400;
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
        {line.data !== undefined && <Data data={line.data} />}
      </span>
    </li>
  );
}

/** What came with a line: in the line while it is short, else its beginning, and the whole as a tree on demand. */
function Data({ data }: { readonly data: Json }) {
  const t = useTranslations('run.log');
  const [whole, setWhole] = useState(false);
  const text = JSON.stringify(data);
  if (whole) return <JsonTree value={data} name={t('data')} />;
  if (text.length <= SHORT) return <code className={styles.data}>{text}</code>;
  return (
    <>
      <code className={styles.data}>{text.slice(0, SHORT)}…</code>{' '}
      <Button size="small" variant="quiet" onClick={() => setWhole(true)}>
        {t('whole', { count: text.length })}
      </Button>
    </>
  );
}
