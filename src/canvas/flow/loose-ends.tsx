import type { NodeKey } from '../../model/document';
import type { Wired } from '../derive/wiring';
import styles from './node-view.module.css';
import { PortHandle } from './port-handle';

/** Ends for wires that name no port, so that none is lost from sight. */
export function LooseEnds({ nodeKey, wired }: { readonly nodeKey: NodeKey; readonly wired: Wired }) {
  return (
    <>
      {wired.looseIn && (
        <PortHandle
          nodeKey={nodeKey}
          direction="input"
          port={undefined}
          className={styles.loose}
          connectable={false}
        />
      )}
      {wired.looseOut && (
        <PortHandle
          nodeKey={nodeKey}
          direction="output"
          port={undefined}
          className={styles.loose}
          connectable={false}
        />
      )}
    </>
  );
}
