import { ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { copiedText, pasteText, remove } from '../actions/edit';
import { useCanvasUi, useCanvasUiState, useEditor, useEditorState } from '../editor/editor-context';
import { Announcer } from '../interaction/announcer';
import type { CanvasHost } from '../interaction/canvas-ui';
import { actionFor } from '../interaction/keymap';
import { OpenCanvasList } from '../lists/open-list';
import { CanvasControls } from './canvas-controls';
import { createCanvasView } from './canvas-view';
import { Drawing } from './drawing';
import type { FlowEdge, FlowNode } from './elements';
import styles from './flow-canvas.module.css';
import { portAtHandle, portAtRow } from './port-handle';
import { RefusalNote } from './refusal-note';

/** Zoom below which ports cannot be read, so they are not painted: hundreds of nodes stay fluid in overview. */
const FAR = 0.32;
/** Zoom below which titles need more than their size. */
const NEAR = 0.62;

/** The canvas of the editor around it: draws the workflow and edits it by pointer, touch and keys. */
export function WorkflowCanvas(props: CanvasHost) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ editNode, editInterface, searchPalette }: CanvasHost) {
  const t = useTranslations('canvas');
  const editor = useEditor();
  const ui = useCanvasUi();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const region = useRef<HTMLDivElement>(null);
  const readOnly = useEditorState((state) => state.readOnly);
  const name = useEditorState((state) => state.document.name);
  const empty = useEditorState((state) => state.document.nodes.length === 0);
  const lead = useCanvasUiState((state) => state.lead);
  const distance = useStore(({ transform: [, , zoom] }) =>
    zoom < FAR ? 'far' : zoom < NEAR ? 'middle' : 'near',
  );

  useEffect(() => {
    ui.host = { editNode, editInterface, searchPalette };
  }, [ui, editNode, editInterface, searchPalette]);

  useEffect(() => {
    if (region.current === null) return;
    ui.view = createCanvasView(flow, region.current);
    // React Flow calls itself an application too; to a screen reader that is one inside of the other.
    region.current.querySelector('.react-flow')?.setAttribute('role', 'none');
    return () => {
      ui.view = null;
    };
  }, [ui, flow]);

  // Shows what a finding is about when somebody asks for it.
  useEffect(
    () =>
      editor.store.subscribe((state, before) => {
        if (state.reveal === null || state.reveal === before.reveal) return;
        const { target } = state.reveal.finding;
        const edge =
          target.kind === 'edge' ? state.document.edges.find((wire) => wire.key === target.key) : undefined;
        const { wiring: index } = ui.graph(state);
        const keys =
          target.kind === 'node'
            ? [target.key]
            : edge
              ? [index.keyOf(edge.source), index.keyOf(edge.target)]
              : [];
        const known = keys.filter((key) => key !== undefined);
        if (known.length > 0) ui.view?.fitNodes(known);
        if (target.kind === 'node') ui.set({ lead: target.key });
      }),
    [editor, ui],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isField(event.target) || event.defaultPrevented) return;
    event.currentTarget.dataset.keys = 'true';
    const action = actionFor(event.nativeEvent);
    if (action === undefined || !action.enabled(editor.store.getState(), ui)) return;
    event.preventDefault();
    event.stopPropagation();
    ui.set({ refusal: null });
    action.run(editor, ui);
  };

  const onCopy = (event: ClipboardEvent<HTMLDivElement>) => {
    if (isField(event.target)) return;
    const text = copiedText(editor.store.getState());
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('application/json', text);
    void ui.clipboard.write(text);
    const count = editor.store.getState().selection.nodes.size;
    if (event.type === 'cut' && !editor.store.getState().readOnly) remove.run(editor, ui);
    else ui.say('copied', { count });
  };

  const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
    if (isField(event.target) || editor.store.getState().readOnly) return;
    event.preventDefault();
    const text = event.clipboardData.getData('application/json') || event.clipboardData.getData('text/plain');
    pasteText(editor, ui, text);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { refusal, shownPort } = ui.store.getState();
    if (refusal !== null || shownPort !== null) ui.set({ refusal: null, shownPort: null });
    if (event.target instanceof Element && event.target.closest('input, textarea, button, a') === null) {
      event.currentTarget.dataset.keys = 'false';
      event.currentTarget.focus({ preventScroll: true });
    }
  };

  /** A click on a port, without a drag, offers the ports that it can be wired to. */
  const onClick = (event: { target: EventTarget; clientX: number; clientY: number }) => {
    const pressed = event.target instanceof Element ? portAtHandle(event.target) : null;
    if (pressed === null || readOnly) return;
    const node = ui.graph(editor.store.getState()).wiring.node(pressed.nodeKey)?.key;
    if (node === undefined) return;
    const from = { node, direction: pressed.direction, port: pressed.port };
    ui.openList({ kind: 'chooseTarget', from, only: null, at: { x: event.clientX + 8, y: event.clientY } });
  };

  /** The other button on a port: what can be done with it. */
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const port = event.target instanceof Element ? portAtRow(event.target) : null;
    if (port === null || readOnly) return;
    const node = ui.graph(editor.store.getState()).wiring.node(port.nodeKey)?.key;
    if (node === undefined) return;
    event.preventDefault();
    const ref = { node, direction: port.direction, port: port.port };
    ui.openList({ kind: 'portMenu', port: ref, at: { x: event.clientX, y: event.clientY } });
  };

  return (
    <section className={styles.root}>
      <div
        ref={region}
        className={`sluice-canvas ${styles.region}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop in the tab order; keys act on the lead node
        tabIndex={0}
        role="application"
        aria-label={t('label', { name })}
        aria-describedby={`${ui.id}-help`}
        aria-activedescendant={lead === null ? undefined : `${ui.id}-${lead}`}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
        onPointerDownCapture={onPointerDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onFocus={() => ui.set({ focused: true })}
        onBlur={(event) => {
          ui.set({ focused: false });
          // Whoever comes back by Tab is on the keyboard.
          event.currentTarget.dataset.keys = 'true';
        }}
        data-keys="true"
        data-zoom={distance}
      >
        <Drawing />
        {empty && (
          <div className={styles.empty}>
            <strong>{t('empty.title')}</strong>
            <span>{t('empty.text')}</span>
          </div>
        )}
      </div>
      <p id={`${ui.id}-help`} hidden>
        {t('help')}
      </p>
      <CanvasControls />
      <RefusalNote />
      <OpenCanvasList />
      <Announcer />
    </section>
  );
}

function isField(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}
