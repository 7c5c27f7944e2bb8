import type { ReactNode } from 'react';
import styles from './lanes.module.css';

/** The drawing of a lane: lanes differ by shape, not by colour alone. */
const SHAPES: { readonly [lane: string]: ReactNode } = {
  trigger: <path d="M2 2h8v8H2z" />,
  tool: <path d="M6 0.6 11.4 6 6 11.4 0.6 6z" />,
  error: <path d="M6 0.8 11.6 10.6H0.4z" />,
  array: <path d="M1 1h10v3H1zM1 8h10v3H1z" />,
  messages: <path d="M1 1h10v7H7L4 11V8H1z" />,
  string: <circle cx="6" cy="6" r="4.6" />,
  number: <circle cx="6" cy="6" r="4.6" />,
  boolean: <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" />,
  mixed: <circle cx="6" cy="6" r="3.8" className={styles.hollow} />,
  any: <circle cx="6" cy="6" r="3.8" className={styles.hollow} />,
};
const STRUCTURE = <path d="M3.4 1.2h5.2L11.2 6 8.6 10.8H3.4L0.8 6z" />;

/** The mark of a lane, 12 by 12. Lanes with an inner structure (objects and shapes) are hexagons. */
export function LaneShape({ lane, ghost = false }: { readonly lane: string; readonly ghost?: boolean }) {
  return (
    <svg
      className={ghost ? `${styles.shape} ${styles.ghost}` : styles.shape}
      data-lane={lane}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
      {ghost ? <circle cx="6" cy="6" r="4.2" /> : Object.hasOwn(SHAPES, lane) ? SHAPES[lane] : STRUCTURE}
    </svg>
  );
}
