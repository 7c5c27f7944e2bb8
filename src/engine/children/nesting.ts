// How deep workflows stand in each other, and that none stands in itself.
import type { Catalog } from '../../catalog/types';
import { workflowOfExecutor } from '../../contract/workflow-ids';
import { ownString } from '../../model/json';
import { compile } from '../compile/compile';
import type { Plan, PlanNode } from '../plan';
import type { WorkflowLibrary } from '../ports';
import { MOST_LEVELS, WORKFLOW_EXECUTOR } from './types';

export type NestingFault = {
  readonly code: 'WORKFLOW_CYCLE' | 'WORKFLOW_TOO_DEEP';
  readonly message: string;
  /** Ids of workflows, outermost first; the last one is the one too many. */
  readonly path: readonly string[];
};

/** The workflow that a node runs, as far as its configuration tells. */
export function calleeOf({ processor, config }: Pick<PlanNode, 'processor' | 'config'>): string | undefined {
  if (processor !== WORKFLOW_EXECUTOR) return workflowOfExecutor(processor);
  const configured = ownString(config, 'workflow_id');
  return configured === '' ? undefined : configured;
}

/** Judges one more workflow beneath `path` (ids, outermost first). */
export function nestingFault(path: readonly string[], workflow: string): NestingFault | undefined {
  const whole = [...path, workflow];
  const named = whole.map((id) => `"${id}"`).join(', which runs ');
  if (path.includes(workflow)) {
    const message = `A workflow cannot run itself, directly or through others: ${named}.`;
    return { code: 'WORKFLOW_CYCLE', message, path: whole };
  }
  if (whole.length <= MOST_LEVELS) return undefined;
  const message = `Workflows can be nested ${MOST_LEVELS} levels deep, and this would be level ${whole.length}: ${named}.`;
  return { code: 'WORKFLOW_TOO_DEEP', message, path: whole };
}

/**
 * The first fault that stored workflows show before anything runs. What is chosen while a run goes on, or stored later, is
 * judged when a child is started.
 *
 * @param above ids of the workflows that the plan's run is part of, outermost first.
 */
export async function staticNestingFault(
  plan: Plan,
  above: readonly string[],
  library: WorkflowLibrary,
  catalog: Catalog,
): Promise<NestingFault | undefined> {
  const known = new Map<string, readonly string[]>();
  const calleesOf = async (workflow: string): Promise<readonly string[]> => {
    const before = known.get(workflow);
    if (before !== undefined) return before;
    const document = await library.workflow(workflow);
    const compiled = document === undefined ? undefined : compile(document, catalog);
    // One that is not there, or cannot run, fails the node that runs it.
    const found = compiled?.ok === true ? distinct(compiled.value) : [];
    known.set(workflow, found);
    return found;
  };
  const look = async (
    path: readonly string[],
    callees: readonly string[],
  ): Promise<NestingFault | undefined> => {
    for (const callee of callees) {
      const fault = nestingFault(path, callee) ?? (await look([...path, callee], await calleesOf(callee)));
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return look([...above, plan.workflow], distinct(plan));
}

function distinct(plan: Plan): readonly string[] {
  return [...new Set(plan.nodes.flatMap((node) => calleeOf(node) ?? []))];
}
