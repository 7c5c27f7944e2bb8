// One execution of one node: from delivered values to an outcome.

import { activeBranches } from '../model/branches';
import type { Json, JsonObject } from '../model/json';
import { Suspended } from './children/types';
import { recordedOutputs } from './delivery/unified-output';
import { CUT_OFF } from './error-codes';
import { errorOutput } from './error-output';
import type { Outcome } from './events';
import { Interrupt } from './interrupt';
import { INTERRUPT_ID, resumeOf } from './interrupts/reentry';
import type { Executed, JobSetting } from './job-setting';
import { dynamicNames, type Resolved, resolveParameters } from './parameters/resolve';
import type { PlanNode } from './plan';
import { type Execute, NodeFailure, type ProcessorContext, type ProcessorResult } from './processors/types';
import { concealed } from './secrets/conceal';
import { executeSecretly, secretsOf } from './secrets/execute-secretly';
import { toJson } from './serializable';
import { TimerWait } from './timers/timer';

export type { Executed, Executors, Gate, JobSetting } from './job-setting';

/**
 * Resolves the parameters, executes, and reads the result. Never rejects: a {@link NodeFailure} is a node-level failure
 * (ERR-1), a result that is no JSON is one (ERR-6), parameters that do not resolve are one (CFG-9, CFG-10); anything else
 * that is thrown escapes the node (ERR-3).
 *
 * @param initial the node's own initial data. @param delivered what wires deliver.
 */
export function executeNode(
  node: PlanNode,
  execute: Execute | undefined,
  initial: JsonObject,
  delivered: JsonObject,
  setting: JobSetting,
): Executed | Promise<Executed> {
  const references = secretsOf(node);
  if (references === null) return executeOpenly(node, execute, initial, delivered, setting);
  return executeSecretly(node, references, setting, (filled, masked) =>
    executeOpenly(filled, execute, initial, delivered, masked),
  );
}

function executeOpenly(
  node: PlanNode,
  execute: Execute | undefined,
  initial: JsonObject,
  delivered: JsonObject,
  setting: JobSetting,
): Executed | Promise<Executed> {
  const parameters = resolveParameters(node, initial, delivered);
  if (!parameters.ok) {
    const { code, message, details, resolved } = parameters.error;
    return {
      outcome: { kind: 'error', output: errorOutput({ code, message, details, retryable: false }) },
      resolved,
    };
  }
  const resolved = parameters.value;
  if (execute === undefined) {
    const message = `Node ${node.id} needs the processor "${node.processor}", which cannot execute here`;
    return {
      outcome: {
        kind: 'escaped',
        output: errorOutput({ code: 'processor_missing', message, retryable: false }),
      },
      resolved,
    };
  }
  const { world, run, signal, iterator, timer, children, interrupt, interrupts, log } = setting;
  const context: ProcessorContext = {
    node: { id: node.id, typeId: node.node_type_id, label: node.label },
    config: node.config,
    run,
    dynamicInputs: node.dynamic
      ? dynamicNames(node, resolved.parameters).filter(
          (name) => !node.parameters.some((parameter) => parameter.name === name),
        )
      : NO_NAMES,
    iterator,
    origins: resolved.origins,
    timer,
    children,
    interrupts,
    signal,
    now: world.clock.now,
    log,
    expressions: world.expressions,
    network: world.network,
    models: world.models,
    ids: world.ids,
    content: world.content,
    memory: world.memory,
    notify: world.notify,
    tokens: world.tokens?.listened === true ? world.tokens.hear : undefined,
    job: setting.job,
    toolOffers: node.tools.length === 0 ? undefined : node.tools.flatMap(({ offer }) => offer ?? []),
  };
  try {
    const result =
      interrupt === undefined && setting.gate === undefined
        ? execute(resolved.parameters, context)
        : enter(node, execute, resolved, context, setting);
    if (!(result instanceof Promise)) return { outcome: outcomeOf(node, result), resolved };
    return result.then(
      (settled): Executed => ({ outcome: outcomeOf(node, settled), resolved }),
      (thrown: unknown): Executed => failureOf(thrown, resolved, signal),
    );
  } catch (thrown) {
    return failureOf(thrown, resolved, signal);
  }
}

const NO_NAMES: readonly string[] = [];

/** INT-4, RT-GATE-1: goes on with an answer, or, past the gate, executes afresh. */
function enter(
  node: PlanNode,
  execute: Execute,
  resolved: Resolved,
  context: ProcessorContext,
  { interrupt, job, gate }: JobSetting,
): Promise<ProcessorResult> | ProcessorResult {
  const { parameters } = resolved;
  const named = interrupt === undefined ? parameters : { ...parameters, [INTERRUPT_ID]: interrupt.id };
  const resume = resumeOf(named, execute, interrupt, job ?? '');
  if (resume !== undefined && interrupt !== undefined) return resume(parameters, context, interrupt);
  const passed = gate?.(node, resolved, interrupt);
  return passed === undefined
    ? execute(parameters, context)
    : passed.then(() => execute(parameters, context));
}

function outcomeOf(node: PlanNode, result: ProcessorResult): Outcome {
  // ERR-6 over DATA-8: the whole output is checked, hidden values included, then stripped.
  const stop = 'stop' in result;
  const checked = toJson(stop ? result.stop : result.outputs);
  if (!checked.ok) {
    const { path, type } = checked.fault;
    const message = `Node ${node.id} of type ${node.node_type_id} returned a value that is no JSON at "${path}": ${type}`;
    return {
      kind: 'error',
      output: errorOutput({
        code: 'output_not_serializable',
        message,
        retryable: false,
        details: { node: node.id, node_type: node.node_type_id, path, type },
      }),
    };
  }
  const value = checked.value;
  if (stop) return { kind: 'stopped', outputs: isMap(value) ? value : { value } };
  if (!isMap(value)) {
    const message = `Node ${node.id} of type ${node.node_type_id} returned outputs that are no object`;
    return { kind: 'error', output: errorOutput({ code: 'output_invalid', message, retryable: false }) };
  }
  const outputs = recordedOutputs(value, node.hidden, node.unifiedOutput);
  const active = activeBranches(value.active_branches);
  const update = stop ? undefined : result.iterator;
  return {
    kind: 'completed',
    outputs,
    activeBranches: active,
    ...(update === undefined ? {} : { iterator: update }),
  };
}

function isMap(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failureOf(thrown: unknown, resolved: Resolved, signal: AbortSignal): Executed {
  if (thrown instanceof NodeFailure) {
    const { message, code, retryable, details } = thrown;
    const told = details === undefined ? undefined : toJson(details);
    return {
      outcome: {
        kind: 'error',
        output: errorOutput({
          message,
          code,
          retryable,
          details: told?.ok === true ? told.value : undefined,
        }),
      },
      resolved,
    };
  }
  if (thrown instanceof Suspended) {
    const outcome: Outcome = { kind: 'interrupted', id: thrown.signal.id, type: 'pause' };
    return { outcome, resolved, suspended: thrown.signal };
  }
  if (thrown instanceof TimerWait) return { outcome: { kind: 'waiting', until: thrown.until }, resolved };
  if (thrown instanceof Interrupt) {
    const { id, type } = thrown.identity ?? { id: '', type: '' };
    return { outcome: { kind: 'interrupted', id, type }, resolved, cause: thrown };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  // INT-5: the job still ends as its processor ended it; the code tells a reader that the cancel cut it off.
  const code = signal.aborted && thrown === signal.reason ? CUT_OFF : 'unexpected_error';
  return {
    outcome: {
      kind: 'escaped',
      output: errorOutput({ message, code, retryable: false, details: { name } }),
    },
    resolved,
    cause: thrown,
  };
}

/** SG-2: what is recorded of a node's inputs: reserved internal names are never persisted, and no secret is. */
export function recordedInputs(resolved: Resolved): Resolved {
  const { origins } = resolved;
  const parameters = concealed(resolved);
  const kept = (name: string) => !name.startsWith('__');
  if (Object.keys(parameters).every(kept)) return { parameters, origins };
  return {
    parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => kept(name))),
    origins: Object.fromEntries(Object.entries(origins).filter(([name]) => kept(name))),
  };
}
