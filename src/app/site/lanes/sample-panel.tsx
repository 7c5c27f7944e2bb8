import { CircleCheck, CircleSlash, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { WorkflowCanvas } from '../../../canvas';
import { createGraphViews } from '../../../canvas/derive/graph-view';
import { useEditorState } from '../../../canvas/editor/editor-context';
import { useRefusalText } from '../../../canvas/interaction/texts';
import { wireVerdict } from '../../../canvas/wiring/verdict';
import { Field } from '../../../ui/field';
import { IconButton } from '../../../ui/icon-button';
import { Select } from '../../../ui/inputs';
import { reasonsOf } from './lane-draft';
import styles from './lanes.module.css';
import { sampleEnds, sampleLanes } from './sample';
import type { LanesWorld } from './use-lanes';

/** The lanes as they would be, on a canvas; and what a wire between two of them would be told. */
export function SamplePanel({ world }: { readonly world: LanesWorld }) {
  const t = useTranslations('lanes.sample');
  const draft = useStore(world.desk.store, (state) => state.draft);
  const portConfig = useEditorState((state) => state.catalog.portConfig);
  const ids = useMemo(() => sampleLanes(portConfig), [portConfig]);
  const options = ids.map((id) => ({
    value: id,
    label: portConfig.dataTypes.find((lane) => lane.id === id)?.name ?? id,
  }));
  const [chosen, setChosen] = useState({ from: 'string', to: 'number' });
  const from = ids.includes(chosen.from) ? chosen.from : (ids[0] ?? '');
  const to = ids.includes(chosen.to) ? chosen.to : (ids[0] ?? '');
  const rule = useMemo(() => reasonsOf(draft)(from, to), [draft, from, to]);
  return (
    <section className={styles.sample} aria-label={t('label')}>
      <div className={styles.sampleHead}>
        <h2 className={styles.heading}>{t('title')}</h2>
        <IconButton size="small" label={t('again')} onClick={world.beginAgain}>
          <RotateCcw size={15} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.sampleCanvas}>
        <WorkflowCanvas />
      </div>
      <h3 className={styles.heading}>{t('try')}</h3>
      <div className={styles.pair}>
        <Field label={t('from')}>
          {(field) => (
            <Select
              id={field.id}
              value={from}
              options={options}
              onChange={(event) => setChosen({ from: event.target.value, to })}
            />
          )}
        </Field>
        <Field label={t('to')}>
          {(field) => (
            <Select
              id={field.id}
              value={to}
              options={options}
              onChange={(event) => setChosen({ from, to: event.target.value })}
            />
          )}
        </Field>
      </div>
      <WireVerdict from={from} to={to} />
      {rule !== null && rule !== 'same' && rule.reason !== undefined && (
        <p className={styles.quiet}>{t('why', { what: rule.reason })}</p>
      )}
    </section>
  );
}

/** What the canvas would say to a wire between ports of these lanes, in its own words. */
export function WireVerdict({ from, to }: { readonly from: string; readonly to: string }) {
  const t = useTranslations('lanes');
  const refused = useTranslations('canvas.refusal');
  const refusalText = useRefusalText();
  const catalog = useEditorState((state) => state.catalog);
  const document = useEditorState((state) => state.document);
  const verdict = useMemo(() => {
    const view = createGraphViews()({ document: { ...document, edges: [] }, catalog });
    return wireVerdict(view, ...sampleEnds(from, to));
  }, [document, catalog, from, to]);
  if (verdict.ok) {
    return (
      <p role="status" className={styles.good}>
        <CircleCheck size={14} aria-hidden /> {t('sample.allowed')}
      </p>
    );
  }
  return (
    <p role="status" className={styles.warned}>
      <CircleSlash size={14} aria-hidden /> {refused('title')}. {refusalText(verdict.refusal)}
    </p>
  );
}
