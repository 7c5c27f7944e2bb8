import type { Messages } from 'use-intl';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EdgeKey, NodeKey, Position } from '../../model/document';
import type { Direction } from '../../model/handle';
import type { GraphView } from '../derive/graph-view';
import { createGraphViews } from '../derive/graph-view';
import type { EditorState } from '../editor/types';
import type { PortRef, Refusal } from '../wiring/verdict';
import { browserClipboard, type Clipboard } from './clipboard';

/** A wire that is being dragged. */
export type WireInHand = PortRef & {
  readonly lane: string;
  readonly direction: Direction;
  /** The edge whose end is being moved; null for a new wire. */
  readonly moving: EdgeKey | null;
};

/** Which list is open over the canvas, and where (client coordinates of its upper left corner). */
export type OpenList = { readonly at: Position } & (
  | { readonly kind: 'addNode'; readonly place: Position | null; readonly from: PortRef | null }
  | { readonly kind: 'choosePort'; readonly node: NodeKey }
  | { readonly kind: 'chooseTarget'; readonly from: PortRef; readonly only: NodeKey | null }
  | { readonly kind: 'chooseWire'; readonly node: NodeKey }
  | { readonly kind: 'declare'; readonly node: NodeKey }
  /** What can be done with one port. */
  | { readonly kind: 'portMenu'; readonly port: PortRef }
);

export const WORKFLOW_TABS = ['settings', 'interface', 'contract'] as const;
export type WorkflowTab = (typeof WORKFLOW_TABS)[number];

export type SayKey = keyof Messages['canvas']['say'];
export type SayWords = {
  readonly from?: string;
  readonly to?: string;
  readonly name?: string;
  readonly x?: string;
  readonly y?: string;
  readonly count?: number;
  readonly nodes?: number;
  readonly edges?: number;
};

/** Something to say: a key of the catalogue under `canvas.say`, or a refusal. */
export type Said =
  | { readonly kind: 'say'; readonly key: SayKey; readonly params: SayWords }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

export type CanvasUiState = {
  /** The node that keys act from; drawn as focused while the canvas has focus. */
  readonly lead: NodeKey | null;
  readonly focused: boolean;
  readonly wire: WireInHand | null;
  readonly list: OpenList | null;
  readonly renaming: NodeKey | null;
  /** Which part of the workflow the properties show while nothing is selected. */
  readonly workflowTab: WorkflowTab;
  /** A port that somebody asked to be shown; marked until the next gesture. */
  readonly shownPort: PortRef | null;
  /** A refused drop, shown where it happened until the next gesture. */
  readonly refusal: { readonly refusal: Refusal; readonly at: Position; readonly seq: number } | null;
  readonly said: { readonly what: Said; readonly seq: number } | null;
  /** What somebody outside has to say of nodes, by their keys: the texts of a server that refused them. */
  readonly marks: ReadonlyMap<string, readonly string[]>;
  /** A node type that is being dragged from the palette. */
  readonly carrying: { readonly nodeTypeId: string; readonly at: Position } | null;
};

/** What the canvas on screen can do for an action; absent while no canvas is mounted. */
export type CanvasView = {
  fit(): void;
  fitNodes(keys: Iterable<NodeKey>): void;
  /** Brings a node into sight if it is out of it. */
  reveal(key: NodeKey): void;
  zoom(by: 'in' | 'out'): void;
  /** Client coordinates to canvas coordinates; null where the point is not over the canvas. */
  toCanvas(client: Position): Position | null;
  /** Canvas coordinates of a free spot near the middle of what is seen. */
  freeSpot(): Position;
  /** Client coordinates beside a node, for a list about it; the middle of the canvas where there is none. */
  beside(key: NodeKey | null): Position;
  focus(): void;
};

/** What lies outside of the canvas and is asked for by its keys. */
export type CanvasHost = {
  /** Opens the configuration of a node and puts the focus there. */
  editNode?(key: NodeKey): void;
  /** Opens what the workflow declares. */
  editInterface?(): void;
  /** Puts the focus into the palette's search. */
  searchPalette?(): void;
};

/** Shared by the views of one editor: canvas, palette, lists, menus. */
export type CanvasUi = {
  readonly store: StoreApi<CanvasUiState>;
  /** Unique on the page; DOM ids of the canvas begin with it. */
  readonly id: string;
  readonly clipboard: Clipboard;
  /** Ids of new edges. */
  uuid(): string;
  /** Ports and wiring of a state, memoised; one memory for all views of the editor. */
  graph(state: Pick<EditorState, 'document' | 'catalog'>): GraphView;
  view: CanvasView | null;
  host: CanvasHost;
  set(changes: Partial<CanvasUiState>): void;
  say(key: SayKey, params?: SayWords): void;
  refuse(refusal: Refusal, at: Position | null): void;
  openList(list: OpenList): void;
  /** Closes whatever list is open and gives the focus back to the canvas. */
  closeList(): void;
};

/** Only tells canvases of one page apart. */
let made = 0;

/** `ports` stand between the canvas and the browser; tests give their own. */
export function createCanvasUi(
  ports: { readonly clipboard?: Clipboard; readonly uuid?: () => string } = {},
): CanvasUi {
  const store = createStore<CanvasUiState>(() => ({
    lead: null,
    focused: false,
    wire: null,
    list: null,
    renaming: null,
    shownPort: null,
    workflowTab: 'settings',
    refusal: null,
    said: null,
    marks: new Map(),
    carrying: null,
  }));
  let seq = 0;
  made += 1;
  const speak = (what: Said) => {
    seq += 1;
    store.setState({ said: { what, seq } });
  };
  const ui: CanvasUi = {
    store,
    id: `canvas${made}`,
    clipboard: ports.clipboard ?? browserClipboard(),
    uuid: ports.uuid ?? (() => crypto.randomUUID()),
    graph: createGraphViews(),
    view: null,
    host: {},
    set: (changes) => store.setState(changes),
    say: (key, params = {}) => speak({ kind: 'say', key, params }),
    refuse(refusal, at) {
      speak({ kind: 'refusal', refusal });
      if (at !== null) store.setState({ refusal: { refusal, at, seq } });
    },
    openList: (list) => store.setState({ list, refusal: null }),
    closeList() {
      store.setState({ list: null });
      ui.view?.focus();
    },
  };
  return ui;
}
