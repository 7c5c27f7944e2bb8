import { ChevronUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ValueField } from '../../../canvas/panels/fields/value-field';
import {
  type ParameterRow,
  parameterRows,
  tellsParameters,
  withDefaultOf,
  withGate,
  withInputExposure,
  withoutEntry,
} from '../../../catalog/edit-node-type';
import { laneOf } from '../../../catalog/lanes';
import type { Processor } from '../../../catalog/types';
import type { Json } from '../../../model/json';
import { own, ownString } from '../../../model/json';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import shared from '../site.module.css';
import styles from './node-types.module.css';
import { Check, FAULT, Section, type SectionProps, useProblemText } from './section';

const GATES = ['connectable', 'configurable', 'required'] as const;
const WORDS = { connectable: 'wire', configurable: 'form', required: 'required' } as const;

/** The gates, defaults and exposure of the processor's parameters. SCH-33: read-only where they cannot be told. */
export function ParametersSection(props: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const { nodeType, processor } = props;
  const rows = parameterRows(nodeType, processor);
  const usable = tellsParameters(processor) ? processor : undefined;
  return (
    <Section id="parameters" title={t('parameters')} text={t('parametersText')}>
      {usable === undefined && (
        <div className={shared.notice} role="note">
          <p>
            <strong>{t('guardTitle')}</strong>{' '}
            {t(processor === undefined ? 'guard.missing' : 'guard.unreadable', {
              processor: nodeType.executor_plugin,
            })}
          </p>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={shared.quiet}>{t('noParameters')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-labelledby="section-parameters">
            <thead>
              <tr>
                <th scope="col">{t('parameter')}</th>
                {GATES.map((gate) => (
                  <th key={gate} scope="col" title={t(`${WORDS[gate]}Hint`)}>
                    {t(WORDS[gate])}
                  </th>
                ))}
                <th scope="col" title={t('shownHint')}>
                  {t('shown')}
                </th>
                <th scope="col">{t('default')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.name} row={row} usable={usable} {...props} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function Row({
  row,
  usable,
  ...props
}: SectionProps & { readonly row: ParameterRow; readonly usable: Processor | undefined }) {
  const t = useTranslations('nodeTypes.edit');
  const { edit, catalog } = props;
  const problem = useProblemText(props);
  const [open, setOpen] = useState(false);
  const { name, schema, entry, declared } = row;
  const title = ownString(schema, 'title') ?? name;
  const fixed = usable === undefined || !declared;
  const locks = { connectable: row.connectableLock, configurable: row.configurableLock, required: null };
  const lockText = (gate: (typeof GATES)[number]) => {
    const lock = locks[gate];
    return lock === null ? undefined : t(`lock.${lock}`);
  };
  // Opened, the field of the default says itself what is wrong with it.
  const fault =
    (open ? undefined : problem(`parameters.${name}.default`)) ?? problem(`parameters.${name}.required`);
  return (
    <>
      <tr data-parameter={name}>
        <th scope="row">
          <span className={styles.parameter}>{title}</span>
          <span className={styles.sub}>
            <code>{name}</code>
            {declared && <> · {laneOf(schema, catalog.portConfig)}</>}
          </span>
          {!declared && usable !== undefined && <span className={styles.sub}>{t('undeclared')}</span>}
          {fault !== undefined && (
            <span role="alert" className={styles.fault} {...{ [FAULT]: '' }}>
              {fault}
            </span>
          )}
        </th>
        {GATES.map((gate) => (
          <td key={gate}>
            <Check
              hidden
              label={t('gate', { gate: t(WORDS[gate]), name: title })}
              checked={entry[gate] === true && (locks[gate] === null || fixed)}
              disabled={fixed || locks[gate] !== null}
              title={lockText(gate)}
              onChange={(on) =>
                usable !== undefined && edit((type) => withGate(type, usable, name, gate, on))
              }
            />
          </td>
        ))}
        <td>
          <Check
            hidden
            label={t('gate', { gate: t('shown'), name: title })}
            checked={fixed ? entry.exposed_by_default !== false : row.exposure.exposed}
            disabled={fixed || !row.exposure.recordable || row.connectableLock !== null}
            title={row.exposure.recordable ? undefined : t('lock.noWire')}
            onChange={(on) =>
              usable !== undefined && edit((type) => withInputExposure(type, usable, name, on))
            }
          />
        </td>
        <td className={styles.default}>
          <Default row={row} />
          {!fixed && (
            <IconButton
              size="small"
              aria-expanded={open}
              label={t('editDefault', { name: title })}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronUp size={15} aria-hidden /> : <Pencil size={14} aria-hidden />}
            </IconButton>
          )}
          {!declared && usable !== undefined && (
            <IconButton
              size="small"
              label={t('removeEntry', { name })}
              onClick={() => edit((type) => withoutEntry(type, 'parameters', name))}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          )}
        </td>
      </tr>
      {open && !fixed && (
        <tr>
          <td colSpan={6} className={styles.opened}>
            <ValueField
              name={name}
              schema={{ ...schema, title: t('editDefault', { name: title }) }}
              value={entry.default ?? undefined}
              fallback={own(schema, 'default')}
              required={false}
              problem={problem(`parameters.${name}.default`)}
              context={FIELD}
              onChange={(value) => edit((type) => withDefaultOf(type, name, value))}
            />
            {entry.default !== undefined && (
              <Button size="small" onClick={() => edit((type) => withDefaultOf(type, name, undefined))}>
                {t('useSchemaDefault')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
const FIELD = { variables: [], engine: undefined, readOnly: false };

/** CFG-3: the default that holds, and whose it is. */
function Default({ row }: { readonly row: ParameterRow }) {
  const t = useTranslations('nodeTypes.edit');
  const mine = row.entry.default ?? null;
  const theirs = own(row.schema, 'default') ?? null;
  const value = mine ?? theirs;
  if (value === null) return <span className={shared.quiet}>{t('noDefault')}</span>;
  return (
    <span className={styles.value}>
      <code title={brief(value, 400)}>{brief(value, 28)}</code>
      <span className={styles.sub}>{t(mine === null ? 'schemaDefault' : 'ownDefault')}</span>
    </span>
  );
}

function brief(value: Json, length: number): string {
  const text = JSON.stringify(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
