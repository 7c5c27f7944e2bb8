// CFG-4 to CFG-15, EXPO-10, DYN-4, DYN-5: what a processor is given.
import { isArray, type Json, type JsonObject, own, ownString, setOwn } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { checkValue } from '../../model/schema-check';
import { describeViolation } from '../../model/violation-text';
import type { PlanNode, PlanParameter } from '../plan';
import type { ParameterOrigin } from '../ports';
import { runtimeInputs } from './unified-input';

export type Resolved = {
  /** Exactly the declared parameters and the dynamic inputs (CFG-13), each present (CFG-14, DYN-4). */
  readonly parameters: JsonObject;
  readonly origins: { readonly [parameter: string]: ParameterOrigin };
  /** RT-GATE-12: names of the parameters into whose value a secret was put; absent: none. Show `concealed` ones. */
  readonly secrets?: readonly string[];
};

/** Why a node cannot run with what it was given: a node-level failure. */
export type ResolveFailure = {
  readonly code: 'missing_parameter' | 'invalid_parameter';
  readonly message: string;
  readonly details: JsonObject;
  /** What was resolved up to then, for the record. */
  readonly resolved: Resolved;
};

type Resolvable = Pick<
  PlanNode,
  'id' | 'parameters' | 'config' | 'defaulted' | 'dynamic' | 'dynamicInputs' | 'secrets'
>;

/**
 * @param initial the node's own entry of the run's initial data, by port.
 * @param delivered what wires delivered, by port.
 */
export function resolveParameters(
  node: Resolvable,
  initial: JsonObject,
  delivered: JsonObject,
): Result<Resolved, ResolveFailure> {
  const { launched, wired } = runtimeInputs(node, initial, delivered);
  const parameters: { [name: string]: Json } = {};
  const origins: { [name: string]: ParameterOrigin } = {};
  const give = (name: string, value: Json, origin: ParameterOrigin) => {
    setOwn(parameters, name, value);
    setOwn(origins, name, origin);
  };
  for (const parameter of node.parameters) {
    const { name } = parameter;
    const open = parameter.internal || (parameter.connectable && parameter.exposed);
    // CFG-4, CFG-7, CFG-8: presence decides. A closed gate is skipped, not failed (EXPO-10).
    if (open && Object.hasOwn(wired, name)) give(name, wired[name] ?? null, 'wire');
    else if (open && Object.hasOwn(launched, name)) give(name, launched[name] ?? null, 'initial');
    else if (isSaved(parameter, node)) give(name, own(node.config, name) ?? null, 'config');
    else give(name, parameter.default, parameter.default === null ? 'unset' : 'default');
  }
  // CFG-15, DYN-4, DYN-5: verbatim, present as null where nothing came, and never over a declared parameter.
  for (const name of dynamicNames(node, parameters)) {
    if (name === '' || Object.hasOwn(parameters, name)) continue;
    const value = Object.hasOwn(wired, name) ? wired[name] : own(launched, name);
    give(name, value ?? null, value === undefined ? 'unset' : 'dynamic');
  }
  const secrets = node.secrets?.filter((name) => origins[name] === 'config' || origins[name] === 'default');
  const resolved: Resolved = {
    parameters,
    origins,
    ...(secrets === undefined ? {} : { secrets }),
  };
  const failure = judge(node, resolved);
  return failure === undefined ? ok(resolved) : fail({ ...failure, resolved });
}

/** CFG-5: from the author's own words only; keys that normalisation filled are defaults. */
function isSaved(parameter: PlanParameter, node: Resolvable): boolean {
  return (
    !parameter.internal &&
    parameter.configurable &&
    Object.hasOwn(node.config, parameter.name) &&
    !node.defaulted.includes(parameter.name)
  );
}

/** CFG-15: the resolved definitions, else the configured ones. DYN-7: none without the opt-in. */
export function dynamicNames(
  node: Pick<PlanNode, 'dynamic' | 'dynamicInputs'>,
  resolved: JsonObject,
): readonly string[] {
  if (!node.dynamic) return [];
  const definitions = own(resolved, 'dynamicInputs');
  return isArray(definitions)
    ? definitions.flatMap((definition) => ownString(definition, 'name') ?? [])
    : node.dynamicInputs;
}

function judge(node: Resolvable, { parameters }: Resolved): Omit<ResolveFailure, 'resolved'> | undefined {
  for (const { name, required, schema } of node.parameters) {
    const value = own(parameters, name) ?? null;
    // CFG-9: after the whole chain, before the value is checked.
    if (value === null && required) {
      return {
        code: 'missing_parameter',
        message: `Parameter "${name}" of node ${node.id} is required and has no value. Wire it or set it in the node's configuration.`,
        details: { parameter: name },
      };
    }
    // CFG-10: null is never checked.
    const violation = checkValue(value, schema, 'run');
    if (violation !== undefined) {
      return {
        code: 'invalid_parameter',
        message: describeViolation(violation, `Parameter "${name}" of node ${node.id}`),
        details: { parameter: name, constraint: violation.keyword, path: violation.path },
      };
    }
  }
  return undefined;
}
