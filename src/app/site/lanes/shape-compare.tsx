import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorState } from '../../../canvas/editor/editor-context';
import { Field } from '../../../ui/field';
import { Select } from '../../../ui/inputs';
import styles from './lanes.module.css';
import { WireVerdict } from './sample-panel';
import { misfits } from './shape-fit';

/** Whether two shapes may flow, by name, and whether they could, by likeness (SCH-43). */
export function ShapeCompare() {
  const t = useTranslations('lanes.shapes');
  const lanes = useEditorState((state) => state.catalog.portConfig.dataTypes);
  const shaped = lanes.filter(({ schema }) => schema !== undefined);
  const [chosen, setChosen] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const from = shaped.find(({ id }) => id === chosen?.from) ?? shaped[0];
  const to = shaped.find(({ id }) => id === chosen?.to) ?? shaped[1];
  if (from?.schema === undefined || to?.schema === undefined) return null;
  const found = misfits(from.schema, to.schema);
  const options = shaped.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section className={styles.declared}>
      <h3 className={styles.heading}>{t('compare')}</h3>
      <p className={styles.quiet}>{t('compareHelp')}</p>
      <div className={styles.pair}>
        <Field label={t('from')}>
          {(ids) => (
            <Select
              id={ids.id}
              value={from.id}
              options={options}
              onChange={(event) => setChosen({ from: event.target.value, to: to.id })}
            />
          )}
        </Field>
        <Field label={t('to')}>
          {(ids) => (
            <Select
              id={ids.id}
              value={to.id}
              options={options}
              onChange={(event) => setChosen({ from: from.id, to: event.target.value })}
            />
          )}
        </Field>
      </div>
      <WireVerdict from={from.id} to={to.id} />
      <p className={found.length === 0 ? styles.good : styles.warned}>
        {found.length === 0 ? <CircleCheck size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}{' '}
        {t(found.length === 0 ? 'fits' : 'fitsNot', { from: from.name, to: to.name })}
      </p>
      {found.length > 0 && (
        <ul className={styles.problems}>
          {found.map(({ path, kind, gives, needs }) => (
            <li key={`${path} ${kind} ${gives} ${needs}`}>
              {t(`misfit.${kind}`, { path: path === '' ? t('whole') : path, gives, needs })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
