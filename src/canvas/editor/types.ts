import type { Patch } from 'immer';
import type { StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../../catalog/types';
import type {
  EdgeKey,
  ManifestEntry,
  NodeData,
  NodeKey,
  WorkflowDocument,
  WorkflowEdge,
  WorkflowNode,
} from '../../model/document';
import type { Finding } from '../../model/finding';
import type { Json } from '../../model/json';
import type { JobStatus } from '../../model/status';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A document that a command may write to (Immer draft). JSON inside of it (config, metadata, extra) is replaced as a whole,
 * never written into.
 */
export type DocumentDraft = Writable<Omit<WorkflowDocument, 'nodes' | 'edges' | 'inputs' | 'outputs'>> & {
  nodes: (Writable<Omit<WorkflowNode, 'data'>> & { data: Writable<NodeData> })[];
  edges: Writable<WorkflowEdge>[];
  inputs: Writable<ManifestEntry>[];
  outputs: Writable<ManifestEntry>[];
};

/**
 * One edit, as every surface runs it: palette, key, menu, panel, test. One gesture is one command. `name` is a key of the
 * message catalogue under `command`, with `params` for its text ("Move 3 nodes").
 */
export type Command = {
  readonly name: string;
  readonly params?: { readonly [key: string]: string | number };
  /** Consecutive commands with the same merge key become one step of history (typing into one field, nudging a node). */
  readonly mergeKey?: string;
  perform(draft: DocumentDraft): void;
};

/** An entry of the command log. Patches are Immer's, on the document. */
export type LogEntry = {
  readonly name: string;
  readonly params: { readonly [key: string]: string | number };
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  readonly at: number;
};

export type SaveState =
  | { readonly state: 'saved'; readonly at: number }
  | { readonly state: 'saving' }
  /** Another tab holds a newer revision. */
  | { readonly state: 'conflict' }
  | { readonly state: 'failed'; readonly reason: 'quota' | 'write'; readonly message: string };

/** How a node stands in the run that is looked at. Keyed by node id, for runs know ids. */
export type NodeRunState = {
  readonly status: JobStatus;
  readonly jobId: string;
  readonly millis: number | null;
  /** How many executions of the node there are so far; the state is that of the last. */
  readonly executions: number;
  readonly errorRouted: boolean;
  readonly error: string | null;
  /** BR-3: the branches that it decided for, as engines compare names; null where it decided nothing. */
  readonly activeBranches: readonly string[] | null;
};

export type Selection = { readonly nodes: ReadonlySet<NodeKey>; readonly edges: ReadonlySet<EdgeKey> };

export type EditorState = {
  readonly document: WorkflowDocument;
  readonly catalog: Catalog;
  readonly findings: readonly Finding[];
  /** Findings by node and edge key, for components that draw one node or edge. */
  readonly findingsByKey: ReadonlyMap<string, readonly Finding[]>;
  readonly selection: Selection;
  /** Names of the next undo and redo step; null where there is none. */
  readonly undo: LogEntry | null;
  readonly redo: LogEntry | null;
  readonly save: SaveState;
  readonly run: { readonly runId: string | null; readonly nodes: ReadonlyMap<string, NodeRunState> };
  /** Where the panels should look: set by a click on a problem. Cleared by whoever acted on it. */
  readonly reveal: { readonly finding: Finding; readonly seq: number } | null;
  readonly readOnly: boolean;
};

/** Persists what the editor does. Given by the app; tests give one in memory. */
export type EditorPersistence = {
  append(entry: LogEntry, document: WorkflowDocument, merge: boolean): Promise<SaveState>;
  undo(document: WorkflowDocument): Promise<SaveState>;
  redo(document: WorkflowDocument): Promise<SaveState>;
};

/** One editor. Several may live on one page; nothing about it is a module singleton. */
export type Editor = {
  readonly store: StoreApi<EditorState>;
  /** Runs a command: patches, new document, findings, log, save. Does nothing where the command changed nothing. */
  dispatch(command: Command): void;
  undo(): void;
  redo(): void;
  /**
   * Takes up steps that somebody else made on this very document and has stored: they are in the history from now on, and
   * are written by nobody here. Patches that bring elements carry their keys.
   */
  follow(steps: readonly LogEntry[]): void;
  select(selection: { readonly nodes?: Iterable<NodeKey>; readonly edges?: Iterable<EdgeKey> }): void;
  /** Selects and centres what a finding is about, and tells the panels which field to open. */
  revealFinding(finding: Finding): void;
  /** Replaces the catalog (site records changed); judges everything again. */
  setCatalog(catalog: Catalog): void;
  setRun(run: EditorState['run']): void;
  /** Adds R11 findings when they arrive (asynchronous). */
  setExpressionFindings(findings: readonly Finding[]): void;
  setSave(save: SaveState): void;
  dispose(): void;
};

/*
 * Files of src/canvas/editor:
 *   create-editor.ts   createEditor({document, catalog, persistence, log?: {undo, redo}, readOnly?, uuid, now}): Editor
 *   editor-context.tsx EditorProvider, useEditor(): Editor, useEditorState(selector): T
 *   commands (src/canvas/commands/*.ts), each returning a Command:
 *     addNode(catalog, nodeTypeId, position, {id?, connectFrom?}), moveNodes(moves), removeItems({nodes, edges}), connect({source, sourcePort, target, targetPort, id}),
 *     reconnect, setNodeLabel(key, label), setConfigValue(key, configKey, value: Json | undefined, {merge?: boolean}),
 *     setPortExposure(key, direction, port, exposed: boolean), setDynamicPorts(key, direction, ports), renameDynamicPort(key, direction, from, to) (rewires its edges),
 *     renameBranch(key, from, to) (rewires its edges), setBranches(key, branches), duplicate(keys), paste(fragment, at), setWorkflowField('name'|'description', value),
 *     setManifestEntry / addManifestEntry / removeManifestEntry (side, …), resizeNode(key, width, height), swapNodeType? (not now)
 */
export type ConfigValue = Json | undefined;
