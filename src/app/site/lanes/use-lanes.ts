import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CanvasUi, createCanvasUi, createEditor, type Editor } from '../../../canvas';
import type { LaneRecords } from '../../../catalog/lane-overlay';
import type { SiteRecords } from '../../../catalog/types';
import { useServices } from '../../services';
import { composed } from './lane-draft';
import { createLanesDesk, type Desk } from './lanes-desk';
import { type SampleWords, sampleCatalog, sampleDocument, sampleLanes, sampleWire } from './sample';
import { withLanes } from './use-impact';

/** All that the view of lanes stands on: the desk, the site's other records, the editor of the sample. */
export type LanesWorld = {
  readonly desk: Desk;
  readonly site: SiteRecords;
  readonly editor: Editor;
  readonly ui: CanvasUi;
  /** Draws the sample as it was in the beginning. */
  readonly beginAgain: () => void;
};

/** Opens lanes for editing; null until the site is read. */
export function useLanes(): LanesWorld | null {
  const services = useServices();
  const t = useTranslations('lanes.sample');
  const words = useMemo(() => ({ gives: t('gives'), takes: t('takes'), text: t('text') }), [t]);
  const [site, setSite] = useState<SiteRecords | null>(null);
  const [world, setWorld] = useState<Omit<LanesWorld, 'site'> | null>(null);

  useEffect(() => {
    let ended = false;
    let desk: Desk | null = null;
    let editor: Editor | null = null;
    const read = async () => {
      const { records } = await services.site.read();
      if (!ended) setSite(records);
      return records;
    };
    const stop = services.onChange((kind) => {
      if (kind !== 'site') return;
      void read();
      desk?.heard();
    });
    void read().then((records) => {
      if (ended) return;
      const sample = createSample(records, words);
      desk = createLanesDesk({ lanes: services.lanes, memory: services.memory, onDraft: sample.show });
      editor = sample.editor;
      setWorld({ desk, editor, ui: sample.ui, beginAgain: sample.beginAgain });
    });
    return () => {
      ended = true;
      stop();
      desk?.close();
      editor?.dispose();
    };
  }, [services, words]);

  return world === null || site === null ? null : { ...world, site };
}

/** The sample, drawn by the same editor and canvas as every workflow; kept nowhere. */
function createSample(site: SiteRecords, words: SampleWords) {
  const first: LaneRecords = { overlay: site.laneOverlay, shapes: site.shapes ?? [] };
  const catalogOf = (records: LaneRecords) =>
    sampleCatalog(withLanes(site, records), composed(records), words);
  const saved = () => Promise.resolve({ state: 'saved' as const, at: Date.now() });
  const catalog = catalogOf(first);
  let lanes = sampleLanes(catalog.portConfig);
  const editor = createEditor({
    document: sampleDocument(lanes, words),
    catalog,
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    persistence: { append: saved, undo: saved, redo: saved },
  });
  const ui = createCanvasUi();
  const beginAgain = () => {
    const fresh = sampleDocument(lanes, words);
    editor.dispatch({
      name: 'paste',
      perform(draft) {
        draft.nodes = fresh.nodes.map((node) => ({ ...node }));
        draft.edges = fresh.edges.map((edge) => ({ ...edge }));
      },
    });
    requestAnimationFrame(() => ui.view?.fit());
  };
  return {
    editor,
    ui,
    beginAgain,
    show(records: LaneRecords) {
      const next = catalogOf(records);
      const before = lanes;
      lanes = sampleLanes(next.portConfig);
      editor.setCatalog(next);
      const gone = before.filter((id) => !lanes.includes(id)).map((id) => sampleWire(id).id);
      const come = lanes.filter((id) => !before.includes(id)).map(sampleWire);
      if (gone.length + come.length === 0) return;
      editor.dispatch({
        name: 'connect',
        perform(draft) {
          draft.edges = [
            ...draft.edges.filter((edge) => !gone.includes(edge.id)),
            ...come.map((edge) => ({ ...edge })),
          ];
        },
      });
      requestAnimationFrame(() => ui.view?.fit());
    },
  };
}
