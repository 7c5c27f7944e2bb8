// DATA-11: a model is asked only for what the workflow has not decided.
import { toolSchema } from '../../catalog/tool-schema';
import type { BuiltType, Schema } from '../../catalog/types';
import type { Plan, PlanNode } from '../plan';

/** Parameters of a tool node that the workflow has decided: pinned in its configuration, or fed by an edge. */
export function decidedParameters(plan: Pick<Plan, 'edges'>, tool: PlanNode): ReadonlySet<string> {
  const decided = new Set<string>();
  for (const { name, configurable } of tool.parameters) {
    if (configurable && Object.hasOwn(tool.config, name) && !tool.defaulted.includes(name)) decided.add(name);
  }
  for (const index of tool.incoming) {
    const edge = plan.edges[index];
    if (edge?.target_port != null && (edge.role === 'data' || edge.role === 'error'))
      decided.add(edge.target_port);
  }
  return decided;
}

/** The schema that a model is offered for a tool node of the plan. */
export function modelFacingSchema(plan: Pick<Plan, 'edges'>, tool: PlanNode, built: BuiltType): Schema {
  return toolSchema(built, tool.config, decidedParameters(plan, tool));
}
