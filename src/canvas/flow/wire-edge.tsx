import { BaseEdge, type EdgeProps, type InternalNode, useStore } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { laneColour } from '../derive/lane-look';
import { type Passage, passageOf } from '../derive/passage';
import { useCanvasUi, useEditorState } from '../editor/editor-context';
import type { EdgeContent, FlowEdge } from './elements';
import { useCounts } from './node-badges';
import styles from './wire-edge.module.css';
import { backRoute, forwardRoute, goesBack, heightOfWayBack, type Route, type Span } from './wire-route';

/** One wire. Its kind shows in dash, end and mark, besides its colour. */
export const WireEdge = memo(function WireEdge(props: EdgeProps<FlowEdge>) {
  return goesBack(props) ? <BackWire {...props} /> : <Wire {...props} route={forwardRoute(props)} />;
});

/** A wire to an earlier node goes around both, so it has to know where they stand. */
function BackWire(props: EdgeProps<FlowEdge>) {
  const { source, target, data } = props;
  const height = useStore(({ nodeLookup }) =>
    heightOfWayBack(
      spanOf(nodeLookup.get(source)),
      spanOf(nodeLookup.get(target)),
      data?.kind === 'loopback',
    ),
  );
  return <Wire {...props} route={backRoute(props, height)} />;
}

function spanOf(node: InternalNode | undefined): Span {
  const top = node?.internals.positionAbsolute.y ?? 0;
  return { top, bottom: top + (node?.measured.height ?? 0) };
}

function Wire(props: EdgeProps<FlowEdge> & { readonly route: Route }) {
  const { id, data } = props;
  const t = useTranslations('canvas.edge');
  const { errors, warnings } = useCounts(id);
  const ui = useCanvasUi();
  const passed = useEditorState(
    (state): Passage =>
      data === undefined || state.run.nodes.size === 0
        ? 'unknown'
        : passageOf(state.run.nodes, data.edge, ui.graph(state)),
  );
  // A wire is drawn again on each frame that one of its ends moves; what it is called stays.
  const title = useMemo(
    () =>
      data === undefined
        ? ''
        : [
            t('label', { kind: t(data.kind), from: data.from, to: data.to }),
            errors + warnings > 0 && t('problems', { count: errors + warnings }),
            passed !== 'unknown' && t(passed),
          ]
            .filter(Boolean)
            .join(', '),
    [t, data, errors, warnings, passed],
  );
  if (data === undefined) return null;
  const { path, middleX, middleY } = props.route;
  return (
    <g
      className={styles.wire}
      data-kind={data.kind}
      style={{ '--lane': laneColour(data.lane) }}
      data-selected={props.selected === true}
      data-problem={errors > 0 ? 'error' : warnings > 0 ? 'warning' : undefined}
      data-passed={passed}
      data-edge-id={data.edge.id}
    >
      <title>{title}</title>
      <path d={path} className={styles.halo} />
      <BaseEdge id={id} path={path} interactionWidth={18} className={styles.line} />
      <g transform={`translate(${props.targetX - 7} ${props.targetY})`}>
        <End kind={data.kind} />
      </g>
      <Mark kind={data.kind} problem={errors + warnings > 0} passed={passed} x={middleX} y={middleY} />
    </g>
  );
}

/** The end of a wire at the port that it enters; targets face left. */
function End({ kind }: { readonly kind: EdgeContent['kind'] }) {
  switch (kind) {
    case 'data':
      return <path d="M-7 -4.5 L-1 0 L-7 4.5" className={styles.open} />;
    case 'tool':
      return <path d="M-11 0 L-6 -4.5 L-1 0 L-6 4.5 Z" className={styles.filled} />;
    case 'agentResult':
      return <circle cx="-5" cy="0" r="4" className={styles.filled} />;
    default:
      return <path d="M-9 -5 L0 0 L-9 5 Z" className={styles.filled} />;
  }
}

/** The sign in the middle of a wire: what kind it is where that matters, that something is wrong, or that it was taken. */
function Mark({
  kind,
  problem,
  passed,
  x,
  y,
}: {
  readonly kind: EdgeContent['kind'];
  readonly problem: boolean;
  readonly passed: Passage;
  readonly x: number;
  readonly y: number;
}) {
  const sign = problem ? PROBLEM : passed === 'delivered' ? DELIVERED : SIGNS[kind];
  if (sign === undefined) return null;
  return (
    <g transform={`translate(${x} ${y})`} className={styles.mark} data-sign={problem ? 'problem' : passed}>
      <circle r="8.5" />
      <path d={sign} />
    </g>
  );
}
const PROBLEM = 'M0 -4.5 V1 M0 4 V4.2';
const DELIVERED = 'M-3.6 0.2 L-1 2.8 L3.8 -2.8';
const SIGNS: { readonly [kind in EdgeContent['kind']]?: string } = {
  error: 'M0 -4.5 V1 M0 4 V4.2',
  loopback: 'M3.6 -2 A4.2 4.2 0 1 0 4.2 1 M3.8 -4.8 V-1.6 H0.6',
  tool: 'M-3.5 3.5 L1 -1 M0 -3.6 A3 3 0 1 1 3.6 0',
};
