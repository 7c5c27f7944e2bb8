import { expect, test } from 'vitest';
import { createGraphViews } from '../../../canvas/derive/graph-view';
import { aDocument, aNode, aWire } from '../../../canvas/testing/fixtures';
import { wireVerdict } from '../../../canvas/wiring/verdict';
import { createCatalog } from '../../../catalog/catalog';
import type { SiteRecords } from '../../../catalog/types';
import { impactOn, moreProblems } from './lane-impact';
import { portsByLane } from './ports-on-lane';
import { sampleCatalog, sampleDocument, sampleEnds, sampleLanes } from './sample';

const site = (rules: readonly { from: string; to: string }[], more: SiteRecords = {}): SiteRecords => ({
  laneOverlay: { compatibilityRules: [...rules], dataTypes: [{ id: 'order' }] },
  ...more,
});
const dynamic = (name: string, dataType: string) => ({
  name,
  label: name,
  description: '',
  dataType,
  required: false,
});

test('SCH-39: wires that a rule allowed no longer fit without it, and are named', () => {
  const document = aDocument({
    nodes: [
      aNode('mapper', 'data_mapper', { dynamicOutputs: [dynamic('order', 'order')] }),
      aNode('out', 'text_output'),
    ],
    edges: [aWire('mapper.order', 'out.text'), aWire('mapper.order', 'out.trigger')],
  });
  const before = createCatalog(site([{ from: 'order', to: 'string' }]));
  const after = createCatalog(site([]));
  const lost = impactOn(document, before, after);
  expect(lost).toMatchObject({
    mended: 0,
    lost: [{ from: 'mapper: order', fromLane: 'order', to: 'out: Text', toLane: 'Text' }],
  });
  expect(impactOn(document, after, before)).toMatchObject({ mended: 1, lost: [] });
  expect(impactOn(document, before, before)).toEqual({ mended: 0, lost: [], problems: 0 });
});

test('ghost ports, loose wires and unknown types tell nothing', () => {
  const document = aDocument({
    nodes: [aNode('a', 'text_input'), aNode('b', 'no_such_type')],
    edges: [aWire('a.text', 'b.x'), aWire('a.gone', 'b.x'), aWire('no.x', 'b.y')],
  });
  const after = createCatalog({ laneOverlay: { dataTypes: [{ id: 'string', enabled: false }] } });
  expect(impactOn(document, createCatalog(), after).lost).toEqual([]);
});

test('the sample has a port and a wire of every lane that a port can be on, and judges as the canvas does', () => {
  const records = site([{ from: 'order', to: 'string' }]);
  const words = { gives: 'Gives', takes: 'Takes', text: '' };
  const catalog = sampleCatalog(records, createCatalog(records).portConfig, words);
  const lanes = sampleLanes(catalog.portConfig);
  expect(lanes).toContain('order');
  expect(lanes).not.toContain('any');
  const document = sampleDocument(lanes, words);
  const full = createGraphViews()({ document, catalog });
  const free = createGraphViews()({ document: { ...document, edges: [] }, catalog });
  for (const from of lanes) {
    expect(wireVerdict(full, ...sampleEnds(from, from))).toMatchObject({ refusal: { reason: 'duplicate' } });
    for (const to of lanes) {
      const verdict = wireVerdict(free, ...sampleEnds(from, to));
      expect([from, to, verdict.ok]).toEqual([from, to, catalog.compatible(from, to)]);
    }
  }
  const worn = [...portsByLane(catalog).values()].flat();
  expect(worn.some(({ label }) => label === 'Gives')).toBe(false);
  expect(portsByLane(catalog).get('string')?.length).toBeGreaterThan(0);
});

test('only problems that were not there before are counted, each as often as it is there', () => {
  const before = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  expect(moreProblems(before, before)).toBe(0);
  expect(moreProblems(before, new Map([['a', 3]]))).toBe(1);
  expect(moreProblems(new Map(), before)).toBe(3);
});
