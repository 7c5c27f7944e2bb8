// DATA-11, DATA-12: what each consumer tells its model about the tools that are wired to it.
import type { Catalog } from '../../catalog/types';
import { ownString } from '../../model/json';
import type { PlanEdge, PlanNode } from '../plan';
import type { ModelToolOffer } from '../ports';
import { modelFacingSchema } from '../tools/tool-parameters';

/** The same nodes, with an offer for each tool of a consumer whose type builds. Touches no node without tools. */
export function withOffers(
  nodes: readonly PlanNode[],
  inline: readonly PlanNode[],
  edges: readonly PlanEdge[],
  catalog: Catalog,
): { readonly nodes: readonly PlanNode[]; readonly inline: readonly PlanNode[] } {
  if (!nodes.some(hasTools) && !inline.some(hasTools)) return { nodes, inline };
  const byId = new Map([...nodes, ...inline].map((node) => [node.id, node]));
  const offerOf = (id: string, name: string): ModelToolOffer | undefined => {
    const tool = byId.get(id);
    const built = tool === undefined ? undefined : catalog.built(tool.node_type_id);
    if (tool === undefined || built === undefined) return undefined;
    // What the author wrote about this tool says more than its type does.
    const written = ownString(tool.config, 'instanceDescription') ?? '';
    return {
      name,
      description: written === '' ? built.nodeType.description : written,
      parameters: modelFacingSchema({ edges }, tool, built),
    };
  };
  const offering = (node: PlanNode): PlanNode => {
    if (!hasTools(node)) return node;
    const tools = node.tools.map((binding) => {
      const offer = offerOf(binding.node, binding.name);
      return offer === undefined ? binding : { ...binding, offer };
    });
    return { ...node, tools };
  };
  return { nodes: nodes.map(offering), inline: inline.map(offering) };
}

function hasTools({ tools }: PlanNode): boolean {
  return tools.length > 0;
}
