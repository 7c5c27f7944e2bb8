import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeType } from '../../catalog/types';
import { mintKey, type NodeKey, titleOf } from '../../model/document';
import { sourcePort, targetPort } from '../../model/handle';
import { MdiIcon } from '../../ui/mdi-icon';
import { addNode } from '../commands/nodes';
import { removeItems } from '../commands/remove';
import { snapped } from '../derive/free-spot';
import { findPort } from '../derive/graph-view';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { LaneShape } from '../flow/lane-shape';
import { makeWire } from '../flow/use-wiring';
import type { OpenList } from '../interaction/canvas-ui';
import { useRefusalText } from '../interaction/texts';
import { paletteGroups, searchTypes } from '../palette/search';
import { fittingTypes, portCandidates } from '../wiring/candidates';
import { laneName, type PortRef } from '../wiring/verdict';
import { Picker, type PickerItem } from './picker';
import { DeclareList, PortMenu } from './port-lists';

/** A list that is open over the canvas. */
export function CanvasList({ list }: { readonly list: OpenList }) {
  switch (list.kind) {
    case 'addNode':
      return <AddNodeList key={keyOf(list)} list={list} />;
    case 'choosePort':
      return <PortList key={keyOf(list)} list={list} />;
    case 'chooseTarget':
      return <TargetList key={keyOf(list)} list={list} />;
    case 'chooseWire':
      return <WireList key={keyOf(list)} list={list} />;
    case 'declare':
      return <DeclareList key={keyOf(list)} list={list} />;
    case 'portMenu':
      return <PortMenu key={keyOf(list)} list={list} />;
  }
}

const keyOf = (list: OpenList) => `${list.kind}:${list.at.x}:${list.at.y}`;
type Of<K extends OpenList['kind']> = Extract<OpenList, { readonly kind: K }>;

function useGraph() {
  const ui = useCanvasUi();
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  return useMemo(() => ui.graph({ document, catalog }), [ui, document, catalog]);
}

function AddNodeList({ list }: { readonly list: Of<'addNode'> }) {
  const t = useTranslations('canvas.list');
  const editor = useEditor();
  const ui = useCanvasUi();
  const view = useGraph();
  const { from } = list;
  const candidates = useMemo(() => (from === null ? null : fittingTypes(view, from)), [view, from]);
  const types = useMemo(
    () =>
      candidates?.map((candidate) => candidate.type) ??
      paletteGroups(view.catalog, { label: '', self: view.document.id }).flatMap((group) => group.types),
    [candidates, view],
  );
  const itemOf = useCallback(
    (type: NodeType): PickerItem => {
      const into = candidates?.find((candidate) => candidate.type.id === type.id)?.port.name;
      return {
        id: type.id,
        label: type.label,
        detail: into === undefined ? type.description : `→ ${into}`,
        icon: <MdiIcon name={type.icon} size={16} />,
      };
    },
    [candidates],
  );
  const rank = useCallback(
    (query: string) => searchTypes([{ id: '', label: '', types }], query).map(itemOf),
    [types, itemOf],
  );
  const port = from === null ? undefined : findPort(view, from.node, from.direction, from.port);

  const choose = (id: string) => {
    const key = mintKey<NodeKey>();
    const into = candidates?.find((candidate) => candidate.type.id === id)?.port;
    const connectFrom =
      from === null || into === undefined ? undefined : { ...from, toPort: into.id, edgeId: ui.uuid() };
    const place = list.place === null ? ui.view?.freeSpot() : dropPlace(list.place, from);
    editor.dispatch(addNode(view.catalog, id, place ?? { x: 0, y: 0 }, { key, connectFrom }));
    editor.select({ nodes: [key] });
    ui.set({ lead: key });
    const name = view.catalog.nodeType(id)?.label ?? id;
    ui.say(connectFrom === undefined ? 'added' : 'addedConnected', { name });
    ui.closeList();
    ui.view?.reveal(key);
  };
  return (
    <Picker
      title={port === undefined ? t('addNode') : t('addNodeFor', { port: port.name })}
      items={useMemo(() => types.map(itemOf), [types, itemOf])}
      empty={t('noFit')}
      at={list.at}
      rank={rank}
      onChoose={choose}
      onClose={() => ui.closeList()}
    />
  );
}

/** A node that a wire was pulled to has its edge, not its corner, where the wire was let go. */
function dropPlace(place: { x: number; y: number }, from: PortRef | null) {
  const left = from?.direction === 'input' ? place.x - 240 : place.x;
  return snapped({ x: left, y: place.y - 52 });
}

function PortList({ list }: { readonly list: Of<'choosePort'> }) {
  const t = useTranslations('canvas.list');
  const ui = useCanvasUi();
  const view = useGraph();
  const ports = view.ports(list.node);
  const items = [...ports.outputs, ...ports.inputs]
    .filter((port) => port.exposed && port.origin !== 'ghost')
    .map(
      (port): PickerItem => ({
        id: `${port.direction}:${port.id}`,
        label: port.name,
        detail: `${t(port.direction === 'input' ? 'inputs' : 'outputs')} · ${laneName(view, port.lane)}`,
        icon: <LaneShape lane={port.lane} />,
      }),
    );
  return (
    <Picker
      title={t('choosePort')}
      items={items}
      empty={t('noPorts')}
      at={list.at}
      onChoose={(id) => {
        const direction = id.startsWith('input:') ? 'input' : 'output';
        const from: PortRef = { node: list.node, direction, port: id.slice(direction.length + 1) };
        ui.openList({ kind: 'chooseTarget', from, only: null, at: { x: list.at.x + 1, y: list.at.y } });
      }}
      onClose={() => ui.closeList()}
    />
  );
}

function TargetList({ list }: { readonly list: Of<'chooseTarget'> }) {
  const t = useTranslations('canvas');
  const refusalText = useRefusalText();
  const editor = useEditor();
  const ui = useCanvasUi();
  const view = useGraph();
  const candidates = useMemo(() => portCandidates(view, list.from, list.only ?? undefined), [view, list]);
  const from = findPort(view, list.from.node, list.from.direction, list.from.port);
  const items = candidates.map(({ ref, port, refusal }): PickerItem => {
    const node = view.wiring.node(ref.node);
    return {
      id: `${ref.node}:${ref.port}`,
      label: `${node === undefined ? '' : titleOf(node)} · ${port.name}`,
      detail: laneName(view, port.lane),
      icon: <LaneShape lane={port.lane} />,
      refusal: refusal === null ? undefined : refusalText(refusal),
    };
  });
  const refOf = (id: string) => candidates.find(({ ref }) => `${ref.node}:${ref.port}` === id)?.ref;
  return (
    <Picker
      title={t('list.chooseTarget', { port: from?.name ?? list.from.port })}
      items={items}
      empty={t('list.empty')}
      at={list.at}
      onChoose={(id) => {
        const ref = refOf(id);
        if (ref !== undefined) makeWire(editor, ui, list.from, ref, null);
        ui.closeList();
      }}
      onRefused={(id) => {
        const ref = refOf(id);
        if (ref !== undefined) makeWire(editor, ui, list.from, ref, null);
      }}
      onClose={() => ui.closeList()}
    />
  );
}

function WireList({ list }: { readonly list: Of<'chooseWire'> }) {
  const t = useTranslations('canvas.list');
  const editor = useEditor();
  const ui = useCanvasUi();
  const view = useGraph();
  const id = view.wiring.node(list.node)?.id;
  const name = (nodeId: string, port: string | undefined) => {
    const node = view.wiring.node(view.wiring.keyOf(nodeId) ?? '');
    return `${node === undefined ? nodeId : titleOf(node)} · ${port ?? ''}`;
  };
  const wires = view.document.edges.filter((edge) => edge.source === id || edge.target === id);
  const items = wires.map(
    (edge): PickerItem => ({
      id: edge.key,
      label: name(edge.source, sourcePort(edge)),
      detail: `→ ${name(edge.target, targetPort(edge))}`,
    }),
  );
  return (
    <Picker
      title={t('chooseWire')}
      items={items}
      empty={t('noWires')}
      at={list.at}
      onChoose={(key) => {
        const edge = wires.find((wire) => wire.key === key);
        if (edge !== undefined) {
          editor.dispatch(removeItems({ edges: [edge.key] }));
          ui.say('disconnected');
        }
        ui.closeList();
      }}
      onClose={() => ui.closeList()}
    />
  );
}
