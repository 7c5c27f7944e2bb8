// A node whose configuration refers to secrets: they are read now, put in, and taken out of all that it says.
import { isObject, type Json, own } from '../../model/json';
import { isSecretName, secretNamesIn, secretReference, withSecretValues } from '../../model/secret-reference';
import { startsRuns } from '../children/starts-runs';
import { type ErrorOutput, errorOutput } from '../error-output';
import type { Outcome } from '../events';
import { Interrupt } from '../interrupt';
import { readRequest, requestJson } from '../interrupts/request';
import type { Executed, JobSetting } from '../job-setting';
import type { PlanNode } from '../plan';
import type { SecretSource } from '../ports';
import { type EarlyInterrupts, NodeFailure } from '../processors/types';
import { type Mask, maskOf } from './mask';

/** Names of the secrets that each parameter's configuration refers to. */
type References = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<PlanNode, References | null>();

/** The secrets that a node's configuration refers to, by parameter; null: none. Looked for once a node of a plan. */
export function secretsOf(node: PlanNode): References | null {
  const before = known.get(node);
  if (before !== undefined) return before;
  const found = new Map<string, readonly string[]>();
  for (const { name, internal, configurable, default: fallback } of node.parameters) {
    if (internal) continue;
    const given = configurable && Object.hasOwn(node.config, name) ? own(node.config, name) : fallback;
    const names = secretNamesIn(given);
    if (names.length > 0) found.set(name, names);
  }
  const references = found.size === 0 ? null : found;
  known.set(node, references);
  return references;
}

/**
 * Executes a node with its secrets in place. A secret that cannot be had is the node's failure, and nothing is executed.
 * Outputs, errors, log lines, notices and questions have the secrets' text masked, so what goes on along wires, into tables
 * and checkpoints holds none: a node that needs a secret refers to it itself.
 */
export async function executeSecretly(
  node: PlanNode,
  references: References,
  setting: JobSetting,
  execute: (node: PlanNode, setting: JobSetting) => Executed | Promise<Executed>,
): Promise<Executed> {
  const names = [...new Set([...references.values()].flat())];
  const refusal = refusalOf(node);
  const read = refusal === undefined ? await readAll(names, setting.world.secrets) : refusal;
  if (read instanceof NodeFailure) {
    const { message, code, retryable } = read;
    return {
      outcome: { kind: 'error', output: errorOutput({ message, code, retryable }) },
      resolved: { parameters: {}, origins: {} },
    };
  }
  const mask = maskOf([...read.values()]);
  const secretOf = (name: string) => read.get(name) ?? '';
  const { world, log, interrupts } = setting;
  const { notify } = world;
  const executed = await execute(withSecrets(node, references, secretOf), {
    ...setting,
    // A piece of an answer may hold a piece of a secret, which no mask finds.
    world: {
      ...world,
      tokens: undefined,
      ...(notify === undefined
        ? {}
        : { notify: (notice) => notify({ ...notice, message: mask.text(notice.message) }) }),
    },
    ...(interrupts === undefined ? {} : { interrupts: maskedEarly(interrupts, mask) }),
    log: (level, message, data) =>
      log(level, mask.text(message), data === undefined ? undefined : mask.value(data)),
  });
  return masked(executed, mask);
}

function withSecrets(node: PlanNode, references: References, secretOf: (name: string) => string): PlanNode {
  const config: { [key: string]: Json } = { ...node.config };
  for (const name of references.keys())
    if (Object.hasOwn(config, name)) config[name] = withSecretValues(config[name] ?? null, secretOf);
  return {
    ...node,
    config,
    parameters: node.parameters.map((parameter) =>
      references.has(parameter.name)
        ? { ...parameter, default: withSecretValues(parameter.default, secretOf) }
        : parameter,
    ),
    secrets: [...references.keys()],
  };
}

/** Nodes that keep what they are given, or hand it to somebody, are no place for a secret. */
function refusalOf({ id, processor }: PlanNode): NodeFailure | undefined {
  const [module] = processor.split(':');
  const asks =
    processor === 'sluice:review_input' ||
    (module === 'flowdrop_interrupt' && processor !== 'flowdrop_interrupt:call_and_wait');
  const keeps = module === 'flowdrop_memory' || KEEPERS.includes(processor);
  if (!asks && !keeps && !startsRuns(processor)) return undefined;
  const why = startsRuns(processor)
    ? 'runs another workflow, whose inputs are kept'
    : asks
      ? 'asks a person or waits, and what it asks is kept'
      : 'keeps what it is given';
  return new NodeFailure(
    `Node ${id} ${why}, so its configuration may not refer to a secret. Refer to it in the node that needs it.`,
    { code: 'secret_not_allowed' },
  );
}

const KEEPERS: readonly string[] = [
  'flowdrop_stategraph:state_storage',
  'flowdrop_node_processor:entity_save',
];

async function readAll(
  names: readonly string[],
  source: SecretSource | undefined,
): Promise<ReadonlyMap<string, string> | NodeFailure> {
  const found = new Map<string, string>();
  for (const name of names) {
    if (!isSecretName(name))
      return new NodeFailure(
        `"${name.slice(0, 60)}" is no name of a secret: letters, digits and "_" only, as in ${secretReference('NAME')}.`,
        { code: 'secret_missing' },
      );
    const answer = source === undefined ? ({ kind: 'missing' } as const) : await source.get(name);
    switch (answer.kind) {
      case 'found':
        found.set(name, answer.value);
        break;
      case 'missing':
        return new NodeFailure(
          `There is no secret "${name}" here. Add it where this place keeps its secrets, then run again.`,
          { code: 'secret_missing' },
        );
      case 'locked':
        return new NodeFailure(
          `The secret "${name}" is locked. Unlock the secrets with the passphrase, then run again.`,
          { code: 'secrets_locked', retryable: true },
        );
      case 'unreadable':
        return new NodeFailure(`The secret "${name}" cannot be read here any more. Enter it again.`, {
          code: 'secret_unreadable',
        });
    }
  }
  return found;
}

function masked(executed: Executed, mask: Mask): Executed {
  const { outcome, cause } = executed;
  return {
    ...executed,
    outcome: maskedOutcome(outcome, mask),
    ...(cause === undefined ? {} : { cause: maskedCause(cause, mask) }),
  };
}

/** Questions that are kept while the job still runs. */
function maskedEarly(interrupts: EarlyInterrupts, mask: Mask): EarlyInterrupts {
  return {
    ...interrupts,
    open(request) {
      const masked = readRequest(mask.value(requestJson(request)));
      if (masked === undefined)
        throw new Error('The question cannot be kept without the secret that it holds.');
      return interrupts.open(masked);
    },
  };
}

function maskedOutcome(outcome: Outcome, mask: Mask): Outcome {
  switch (outcome.kind) {
    case 'error':
    case 'escaped':
      return { ...outcome, output: maskedOutput(outcome.output, mask) };
    case 'completed':
      return {
        ...outcome,
        outputs: objectOf(mask.value(outcome.outputs)),
        ...(outcome.iterator === undefined ? {} : { iterator: outcome.iterator }),
      };
    case 'stopped':
      return { ...outcome, outputs: objectOf(mask.value(outcome.outputs)) };
    default:
      return outcome;
  }
}

function maskedOutput(output: ErrorOutput, mask: Mask): ErrorOutput {
  const { message, details } = output;
  return {
    ...output,
    message: mask.text(message),
    ...(details === undefined ? {} : { details: mask.value(details) }),
  };
}

/** What escaped is told to whoever launched the run, and to logs: its words only, without the objects that it holds. */
function maskedCause(cause: unknown, mask: Mask): unknown {
  if (cause instanceof Interrupt) {
    const made = new Interrupt(mask.value(cause.request));
    made.identity = cause.identity;
    return made;
  }
  const made = new Error(mask.text(cause instanceof Error ? cause.message : String(cause)));
  if (cause instanceof Error) made.name = cause.name;
  made.stack = undefined;
  return made;
}

function objectOf(value: Json) {
  return isObject(value) ? value : {};
}
