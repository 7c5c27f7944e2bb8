import { useTranslations } from 'use-intl';
import type { PortConfig } from '../../catalog/types';
import type { ContractSchemas } from '../../contract/types';
import type { Json } from '../../model/json';
import { Badge } from '../../ui/badge';
import styles from './contract.module.css';
import { type ContractRow, contractRows } from './contract-rows';

/** Both sides of a contract as callers know them. */
export function ContractView({
  schemas,
  portConfig,
}: {
  readonly schemas: ContractSchemas;
  readonly portConfig: PortConfig;
}) {
  const t = useTranslations('contract');
  return (
    <>
      <Side
        title={t('takes')}
        none={t('takesNothing')}
        rows={contractRows(schemas.parameter_schema, portConfig)}
      />
      <Side
        title={t('gives')}
        none={t('givesNothing')}
        rows={contractRows(schemas.output_schema, portConfig)}
      />
    </>
  );
}

function Side({
  title,
  none,
  rows,
}: {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly ContractRow[];
}) {
  return (
    <section className={styles.side} aria-label={title}>
      <h4 className={styles.subheading}>{title}</h4>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ row }: { readonly row: ContractRow }) {
  const t = useTranslations('contract');
  return (
    <li className={styles.row} data-contract-entry={row.name}>
      <div className={styles.rowTop}>
        <code className={styles.name}>{row.name}</code>
        <span className={styles.type} title={t('laneAndType')}>
          {row.lane === row.type || row.type === '' ? row.lane : `${row.lane} · ${row.type}`}
        </span>
        {row.required && <Badge tone="accent">{t('required')}</Badge>}
      </div>
      {row.title !== '' && <div>{row.title}</div>}
      {row.description !== '' && <div className={styles.quiet}>{row.description}</div>}
      {row.fallback !== undefined && (
        <div className={styles.quiet}>
          {t('default')} <code>{brief(row.fallback)}</code>
        </div>
      )}
      {row.choices.length > 0 && (
        <div className={styles.quiet}>{t('oneOf', { values: row.choices.map(brief).join(', ') })}</div>
      )}
      {row.examples.length > 0 && (
        <div className={styles.quiet}>{t('forExample', { values: row.examples.map(brief).join(', ') })}</div>
      )}
    </li>
  );
}

function brief(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
