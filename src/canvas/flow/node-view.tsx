import { type NodeProps, useUpdateNodeInternals } from '@xyflow/react';
import { CircleOff, CircleQuestionMark } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { colourOf } from '../../catalog/type-colour';
import type { InstancePort } from '../../catalog/types';
import { configOf, type NodeKey, titleOf } from '../../model/document';
import { ownString } from '../../model/json';
import { MdiIcon } from '../../ui/mdi-icon';
import { declaredNames, declaredPorts } from '../derive/declared';
import { chipsOf } from '../derive/visual';
import { useCanvasUi, useCanvasUiState, useEditorState } from '../editor/editor-context';
import type { FlowNode, NodeContent } from './elements';
import { LooseEnds } from './loose-ends';
import { OutsideMark, ProblemDot, RunBadge, useCounts } from './node-badges';
import { NodeTitle } from './node-title';
import styles from './node-view.module.css';
import { Note } from './note-view';
import { PortRow } from './port-row';

/** One node of the canvas, in the look of its visual type. Draws again only for a change of its own. */
export const NodeView = memo(function NodeView({ id, data, selected }: NodeProps<FlowNode>) {
  const key = data.node.key;
  const ui = useCanvasUi();
  const lead = useCanvasUiState((state) => state.lead === key);
  const run = useEditorState((state) => state.run.nodes.get(data.node.id));
  const label = useNodeLabel(key, data);
  useMeasuredPorts(id, data);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a node is no form field set
    <div
      id={`${ui.id}-${id}`}
      role="group"
      aria-label={label}
      className={styles.node}
      data-visual={data.visual}
      data-node-id={data.node.id}
      data-title={titleOf(data.node)}
      data-selected={selected}
      data-lead={lead}
      data-skipped={run?.status === 'skipped'}
      data-broken={data.built === undefined || data.built.processor === undefined}
    >
      <Body data={data} selected={selected} />
      <ProblemDot nodeKey={key} />
      <OutsideMark nodeKey={key} />
      {run !== undefined && <RunBadge run={run} />}
    </div>
  );
});

function Body({ data, selected }: { readonly data: NodeContent; readonly selected: boolean }) {
  switch (data.visual) {
    case 'note':
      return <Note data={data} selected={selected} />;
    case 'idea':
      return <Idea data={data} />;
    case 'square':
      return <Square data={data} />;
    default:
      return <Card data={data} />;
  }
}

/** Ports that moved without a change of the card's size are not seen by React Flow; their wires would end in the old place. */
function useMeasuredPorts(id: string, { ports, wired, visual }: NodeContent) {
  const update = useUpdateNodeInternals();
  const measured = useRef({ ports, wired, visual });
  useEffect(() => {
    const last = measured.current;
    if (last.ports === ports && last.wired === wired && last.visual === visual) return;
    measured.current = { ports, wired, visual };
    update(id);
  }, [id, ports, wired, visual, update]);
}

/** Title, type, problems and run state in one sentence, for those who do not see the card. */
function useNodeLabel(key: NodeKey, data: NodeContent): string {
  const t = useTranslations('canvas');
  const { errors, warnings } = useCounts(key);
  const status = useEditorState((state) => state.run.nodes.get(data.node.id)?.status);
  const marks = useCanvasUiState((state) => state.marks.get(key));
  const title = titleOf(data.node);
  const type = data.built?.nodeType.label ?? data.anchor ?? t('node.noType');
  return [
    type === title ? title : t('node.label', { title, type }),
    errors > 0 && t('node.errors', { count: errors }),
    warnings > 0 && t('node.warnings', { count: warnings }),
    status !== undefined && t(`status.${status}`),
    marks?.join(' '),
  ]
    .filter(Boolean)
    .join(', ');
}

function Icon({ data, size }: { readonly data: NodeContent; readonly size: number }) {
  if (data.built === undefined) return <CircleQuestionMark size={size} aria-hidden />;
  if (data.built.processor === undefined) return <CircleOff size={size} aria-hidden />;
  return <MdiIcon name={data.built.nodeType.icon} size={size} />;
}

/** The colour of the node's icon, as a style; none where its type states none. */
function useTint({ built }: NodeContent) {
  const tint = useEditorState((state) =>
    built === undefined ? undefined : colourOf(state.catalog, built.nodeType),
  );
  return tint === undefined ? undefined : { '--tint': tint };
}

function Header({ data }: { readonly data: NodeContent }) {
  const tint = useTint(data);
  const t = useTranslations('canvas.node');
  const title = titleOf(data.node);
  const type = data.built?.nodeType.label;
  const missing =
    data.built === undefined
      ? data.anchor === undefined
        ? t('noType')
        : t('unknownType', { type: data.anchor })
      : data.built.processor === undefined
        ? t('noProcessor', { processor: data.built.nodeType.executor_plugin })
        : null;
  return (
    <header className={styles.header}>
      <span className={styles.icon} style={tint}>
        <Icon data={data} size={18} />
      </span>
      <span className={styles.names}>
        <NodeTitle node={data.node} nodeKey={data.node.key} />
        {missing !== null ? (
          <span className={styles.missing} title={missing}>
            {missing}
          </span>
        ) : (
          type !== undefined && type !== title && <span className={styles.type}>{type}</span>
        )}
      </span>
    </header>
  );
}

/** Ports that are drawn: exposed ones, and hidden ones that a wire uses all the same. */
function shown(ports: readonly InstancePort[], wired: readonly string[]): readonly InstancePort[] {
  return ports.some((port) => !port.exposed)
    ? ports.filter((port) => port.exposed || wired.includes(port.id))
    : ports;
}

function Card({ data }: { readonly data: NodeContent }) {
  const declared = useEditorState((state) => declaredPorts(state.document, data.node.id));
  const inputs = shown(data.ports.inputs, data.wired.inputs);
  const outputs = shown(data.ports.outputs, data.wired.outputs);
  const rows = Math.max(inputs.length, outputs.length);
  const cells: ReactNode[] = [];
  for (let row = 0; row < rows; row += 1) {
    const input = inputs[row];
    const output = outputs[row];
    cells.push(
      <div key={row} className={styles.row}>
        {input !== undefined && (
          <PortRow nodeKey={data.node.key} port={input} declared={declaredNames(declared, input)} />
        )}
        {output !== undefined && (
          <PortRow nodeKey={data.node.key} port={output} declared={declaredNames(declared, output)} />
        )}
      </div>,
    );
  }
  return (
    <>
      <Header data={data} />
      {rows > 0 && <div className={styles.ports}>{cells}</div>}
      {data.visual === 'default' || data.visual === 'tool' || data.visual === 'gateway' ? (
        <Chips data={data} />
      ) : null}
      <LooseEnds nodeKey={data.node.key} wired={data.wired} />
    </>
  );
}

const MOST_CHIPS = 3;
function Chips({ data }: { readonly data: NodeContent }) {
  const chips = chipsOf(data.node, data.built);
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      {chips.slice(0, MOST_CHIPS).map((chip) => (
        <span key={chip.key} className={styles.chip} title={`${chip.label}: ${chip.value}`}>
          <span className={styles.chipKey}>{chip.label}</span> {chip.value}
        </span>
      ))}
      {chips.length > MOST_CHIPS && <span className={styles.chip}>+{chips.length - MOST_CHIPS}</span>}
    </div>
  );
}

/** Icon alone with the title under it; ports are named in tooltips and lists. */
function Square({ data }: { readonly data: NodeContent }) {
  const declared = useEditorState((state) => declaredPorts(state.document, data.node.id));
  const inputs = shown(data.ports.inputs, data.wired.inputs);
  const outputs = shown(data.ports.outputs, data.wired.outputs);
  return (
    <>
      <div className={styles.square}>
        <Icon data={data} size={28} />
        <div className={styles.bareStart}>
          {inputs.map((port) => (
            <span key={port.id} className={styles.bareSlot}>
              <PortRow nodeKey={data.node.key} port={port} declared={declaredNames(declared, port)} bare />
            </span>
          ))}
        </div>
        <div className={styles.bareEnd}>
          {outputs.map((port) => (
            <span key={port.id} className={styles.bareSlot}>
              <PortRow nodeKey={data.node.key} port={port} declared={declaredNames(declared, port)} bare />
            </span>
          ))}
        </div>
      </div>
      <div className={styles.squareTitle}>
        <NodeTitle node={data.node} nodeKey={data.node.key} />
      </div>
      <LooseEnds nodeKey={data.node.key} wired={data.wired} />
    </>
  );
}

function Idea({ data }: { readonly data: NodeContent }) {
  const config = configOf(data.node);
  const text =
    ownString(config, 'instanceDescription') ?? ownString(data.built?.configDefaults, 'instanceDescription');
  const icon = ownString(config, 'icon') ?? data.built?.nodeType.icon;
  return (
    <>
      <header className={styles.header}>
        <span className={styles.icon}>
          {icon === undefined ? <Icon data={data} size={18} /> : <MdiIcon name={icon} size={18} />}
        </span>
        <span className={styles.names}>
          <NodeTitle node={data.node} nodeKey={data.node.key} />
        </span>
      </header>
      {text !== undefined && text.trim() !== '' && <p className={styles.ideaText}>{text}</p>}
      <LooseEnds nodeKey={data.node.key} wired={data.wired} />
    </>
  );
}
