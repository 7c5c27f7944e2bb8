import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { StoredValue } from '../engine/ports';
import type { Json } from '../model/json';
import { Button } from '../ui/button';
import { JsonTree } from './json-tree';
import { useRuns } from './run-context';
import styles from './stored-value.module.css';
import { useSize } from './words';

type Loaded =
  | { readonly state: 'idle' | 'loading' | 'gone' }
  | { readonly state: 'here'; readonly value: Json };

/** A value of a row: drawn at once where it is small, loaded when asked for where it is stored apart. */
export function StoredValueView({ value, name }: { readonly value: StoredValue; readonly name: string }) {
  return 'inline' in value ? (
    <JsonTree value={value.inline} name={name} />
  ) : (
    <Large key={value.ref} value={value} name={name} />
  );
}

function Large({
  value,
  name,
}: {
  readonly value: Extract<StoredValue, { readonly ref: string }>;
  readonly name: string;
}) {
  const t = useTranslations('run.json');
  const size = useSize();
  const runs = useRuns();
  const [loaded, setLoaded] = useState<Loaded>({ state: 'idle' });

  async function load() {
    setLoaded({ state: 'loading' });
    const found = await runs.source.value(value.ref);
    setLoaded(found === undefined ? { state: 'gone' } : { state: 'here', value: found });
  }

  if (loaded.state === 'here') return <JsonTree value={loaded.value} name={name} />;
  return (
    <div className={styles.large}>
      <code className={styles.preview}>{value.preview}</code>
      <div className={styles.row}>
        <span>{loaded.state === 'gone' ? t('gone') : t('large', { size: size(value.size) })}</span>
        {loaded.state !== 'gone' && (
          <Button size="small" onClick={load} disabled={loaded.state === 'loading'}>
            {loaded.state === 'loading' ? t('loading') : t('load')}
          </Button>
        )}
      </div>
    </div>
  );
}
