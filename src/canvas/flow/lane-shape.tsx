import type { ReactNode } from 'react';
import { type LaneMark, laneColour, laneMark } from '../derive/lane-look';
import { useEditor } from '../editor/editor-context';
import styles from './lane-shape.module.css';

const SHAPES: { readonly [mark in LaneMark]: ReactNode } = {
  control: <path d="M1.6 1.6h8.8v8.8H1.6z" />,
  tool: <path d="M6 0.4 11.6 6 6 11.6 0.4 6z" />,
  error: <path d="M6 0.6 11.8 10.8H0.2z" />,
  messages: <path d="M0.8 1h10.4v7.2H7L3.8 11.4V8.2h-3z" />,
  text: <circle cx="6" cy="6" r="4.8" />,
  number: <path d="M4.1 1h3.8v3.1H11v3.8H7.9V11H4.1V7.9H1V4.1h3.1z" />,
  boolean: <path d="M1.8 1.2h3.6a4.8 4.8 0 0 1 0 9.6H1.8z" />,
  list: <path d="M1 1.2h10v3.6H1zM1 7.2h10v3.6H1z" />,
  structure: <path d="M3.3 1h5.4l2.9 5-2.9 5H3.3L0.4 6z" />,
  anything: <circle cx="6" cy="6" r="3.9" className={styles.hollow} />,
};

/** A port that only wires still name has a cross; one that is hidden but wired, the outline of its lane. */
export type PortState = 'there' | 'hidden' | 'gone';

/** The mark of a lane, 12 by 12, in its colour. */
export function LaneShape({ lane, state = 'there' }: { readonly lane: string; readonly state?: PortState }) {
  const editor = useEditor();
  const { portConfig } = editor.store.getState().catalog;
  return (
    <svg
      className={styles.shape}
      data-state={state}
      style={{ '--lane': laneColour(lane) }}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
      {state === 'gone' ? <path d="M2 2 10 10M10 2 2 10" /> : SHAPES[laneMark(lane, portConfig)]}
    </svg>
  );
}
