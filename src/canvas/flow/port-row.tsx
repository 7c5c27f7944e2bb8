import { Asterisk, LogIn, LogOut, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { InstancePort } from '../../catalog/types';
import type { NodeKey } from '../../model/document';
import { useCanvasUi, useCanvasUiState, useEditor } from '../editor/editor-context';
import { laneName, lanesFit, type PortRef } from '../wiring/verdict';
import { LaneShape } from './lane-shape';
import { PortHandle } from './port-handle';
import styles from './port-row.module.css';

/** Whether a dragged wire could go to this port: nothing is dragged, somebody asked for it, it fits, it does not, or the wire comes from here. */
type Fit = 'idle' | 'shown' | 'fits' | 'no' | 'from';

/** One port: its handle at the edge of the node and its name. The lane shows in the handle; its word is in the tooltip. */
export const PortRow = memo(function PortRow({
  nodeKey,
  port,
  declared = '',
  bare = false,
}: {
  readonly nodeKey: NodeKey;
  readonly port: InstancePort;
  /** What callers of the workflow call it; `''` where it is not declared. */
  readonly declared?: string;
  /** The handle alone: the name is in the tooltip. */
  readonly bare?: boolean;
}) {
  const t = useTranslations('canvas.node');
  const contract = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  const isPort = (ref: PortRef | null) =>
    ref !== null && ref.node === nodeKey && ref.direction === port.direction && ref.port === port.id;
  const fit = useCanvasUiState(({ wire, shownPort }): Fit => {
    if (wire === null) return isPort(shownPort) ? 'shown' : 'idle';
    if (wire.node === nodeKey) {
      return wire.direction === port.direction && wire.port === port.id ? 'from' : 'no';
    }
    return lanesFit(ui.graph(editor.store.getState()), wire, port) ? 'fits' : 'no';
  });
  const lane = laneName(editor.store.getState(), port.lane);
  const ghost = port.origin === 'ghost';
  const hiddenWired = !port.exposed;
  const warned = ghost || hiddenWired;
  const into = port.direction === 'input';
  const mark = declared === '' ? '' : contract(into ? 'markInput' : 'markOutput', { names: declared });
  const Mark = into ? LogIn : LogOut;
  const title = [
    warned
      ? `${port.name}: ${t(ghost ? 'ghost' : 'hiddenWired')}`
      : t(port.required ? 'portTitleRequired' : 'portTitle', { name: port.name, lane }),
    mark,
    warned ? '' : port.description,
  ]
    .filter((line) => line !== '')
    .join('\n');
  return (
    <div
      className={styles.port}
      data-direction={port.direction}
      data-fit={fit}
      data-warned={warned}
      data-bare={bare}
      data-port-row=""
      data-declared={declared !== ''}
      title={title}
    >
      <PortHandle nodeKey={nodeKey} direction={port.direction} port={port.id} className={styles.handle}>
        <LaneShape lane={port.lane} state={ghost ? 'gone' : hiddenWired ? 'hidden' : 'there'} />
      </PortHandle>
      {!bare && (
        <span className={styles.name}>
          {mark !== '' && (
            <span className={styles.declared}>
              <Mark size={11} strokeWidth={2.5} aria-hidden />
              <span className="visually-hidden">{mark}</span>
            </span>
          )}
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
