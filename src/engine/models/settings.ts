// Which models there are, as a person or a host set them up. A key is never part of it: `secret` names it.

/** What speaks to a server of models. `ollama` speaks OpenAI's protocol, without a key and without an address to look up. */
export const MODEL_KINDS = ['openai', 'anthropic', 'google', 'ollama'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** A server of models with a name of its own, which nodes may ask for. */
export type ModelConnection = {
  /** What a node's `provider` says: lower case letters, digits, `_` and `-`. */
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  /** Address of the API, e.g. `https://api.openai.com/v1`; http or https. Trusted: it may be an internal one. */
  readonly baseUrl: string;
  /** The model that answers where a node names none. */
  readonly model: string;
  readonly secret: string | null;
};

export type ModelSettings = {
  /** Id of the connection that answers where a node names none; or {@link OFFLINE} or {@link BROWSER}. */
  readonly default: string;
  readonly connections: readonly ModelConnection[];
  /** JSON text of what the offline model answers to nodes that bring no script; empty: it answers for itself. */
  readonly script: string;
};

/** The model that needs nothing; always there. */
export const OFFLINE = 'offline';
/** The browser's own model. */
export const BROWSER = 'browser';

export const DEFAULT_MODELS: ModelSettings = { default: OFFLINE, connections: [], script: '' };

/** Where each kind of server usually is, and what a person is most likely to want there. */
export const USUAL_ADDRESS: { readonly [kind in ModelKind]: string } = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://localhost:11434/v1',
};
