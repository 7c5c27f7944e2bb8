import { Asterisk, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { InstancePort } from '../../catalog/types';
import type { NodeKey } from '../../model/document';
import { useCanvasUi, useCanvasUiState, useEditor } from '../editor/editor-context';
import { laneName, lanesFit } from '../wiring/verdict';
import { LaneShape } from './lane-shape';
import { PortHandle } from './port-handle';
import styles from './port-row.module.css';

/** Whether a dragged wire could go to this port: nothing is dragged, it fits, it does not, or the wire comes from here. */
type Fit = 'idle' | 'fits' | 'no' | 'from';

/** One port: its handle at the edge of the node and its name. The lane shows in the handle; its word is in the tooltip. */
export const PortRow = memo(function PortRow({
  nodeKey,
  port,
  bare = false,
}: {
  readonly nodeKey: NodeKey;
  readonly port: InstancePort;
  /** The handle alone: the name is in the tooltip. */
  readonly bare?: boolean;
}) {
  const t = useTranslations('canvas.node');
  const editor = useEditor();
  const ui = useCanvasUi();
  const fit = useCanvasUiState(({ wire }): Fit => {
    if (wire === null) return 'idle';
    if (wire.node === nodeKey) {
      return wire.direction === port.direction && wire.port === port.id ? 'from' : 'no';
    }
    return lanesFit(ui.graph(editor.store.getState()), wire, port) ? 'fits' : 'no';
  });
  const lane = laneName(editor.store.getState(), port.lane);
  const ghost = port.origin === 'ghost';
  const hiddenWired = !port.exposed;
  const warned = ghost || hiddenWired;
  const title = warned
    ? `${port.name}: ${t(ghost ? 'ghost' : 'hiddenWired')}`
    : [t(port.required ? 'portTitleRequired' : 'portTitle', { name: port.name, lane }), port.description]
        .filter((line) => line !== '')
        .join('\n');
  const into = port.direction === 'input';
  return (
    <div
      className={styles.port}
      data-direction={port.direction}
      data-fit={fit}
      data-warned={warned}
      data-bare={bare}
      title={title}
    >
      <PortHandle nodeKey={nodeKey} direction={port.direction} port={port.id} className={styles.handle}>
        <LaneShape lane={port.lane} state={ghost ? 'gone' : hiddenWired ? 'hidden' : 'there'} />
      </PortHandle>
      {!bare && (
        <span className={styles.name}>
          {warned && <TriangleAlert size={11} aria-hidden className={styles.warning} />}
          <span className={styles.text}>{port.name}</span>
          {port.required && into && (
            <span className={styles.required}>
              <Asterisk size={9} strokeWidth={3} aria-hidden />
              <span className="visually-hidden">{t('required')}</span>
            </span>
          )}
        </span>
      )}
    </div>
  );
});
