import { buildType } from './build';
import { composePortConfig } from './lane-composition';
import { compatibilityOf } from './lanes';
import { declarationProblems } from './schema-words';
import { SHIPPED_CATEGORIES } from './shipped/categories';
import { SHIPPED_NODE_TYPES } from './shipped/node-types';
import { PROCESSOR_ALIASES, SHIPPED_PROCESSORS } from './shipped/processors';
import type { BuiltType, Catalog, NodeType, PortConfig, Processor, SiteRecords } from './types';

let revisions = 0;

/**
 * The shipped catalog with a site's records over it; a record of a shipped id stands in its place. `processors` are added
 * to the shipped ones by id (those of workflows that are node types, for instance). Nothing is built until it is asked
 * for, and everything is built once: cheap to make, immutable, safe to keep.
 */
export function createCatalog(site: SiteRecords = {}, processors: readonly Processor[] = []): Catalog {
  revisions += 1;
  const revision = revisions;
  const nodeTypes = byId(SHIPPED_NODE_TYPES, site.nodeTypes);
  const categories = byId(SHIPPED_CATEGORIES, site.categories);
  const provided = byId(SHIPPED_PROCESSORS, processors);
  const lookUpProcessor = (id: string) => provided.get(id) ?? provided.get(PROCESSOR_ALIASES.get(id) ?? '');

  const portConfig = lazy(
    (): PortConfig =>
      composePortConfig({
        ...(site.shapes === undefined ? {} : { siteShapes: site.shapes }),
        ...(site.laneOverlay === undefined ? {} : { overlay: site.laneOverlay }),
      }),
  );
  const compatible = lazy(() => compatibilityOf(portConfig()));
  const builds = new Map<string, Build>();
  const build = (nodeType: NodeType): Build => {
    let found = builds.get(nodeType.id);
    if (found === undefined) {
      found = attempt(nodeType, lookUpProcessor(nodeType.executor_plugin), portConfig());
      builds.set(nodeType.id, found);
    }
    return found;
  };
  const faults = lazy(() =>
    [...nodeTypes.values()].flatMap((nodeType) =>
      build(nodeType).faults.map((message) => ({ nodeType: nodeType.id, message })),
    ),
  );

  return {
    revision,
    nodeTypes: [...nodeTypes.values()],
    categories: [...categories.values()],
    processors: [...provided.values()],
    get portConfig() {
      return portConfig();
    },
    get faults() {
      return faults();
    },
    nodeType: (id) => nodeTypes.get(id),
    processor: lookUpProcessor,
    built(id) {
      const nodeType = nodeTypes.get(id);
      return nodeType === undefined ? undefined : build(nodeType).built;
    },
    compatible: (from, to) => compatible()(from, to),
  };
}

/**
 * The catalog with one node type put in the place of the one of its id, or beside the others: what storing it would give.
 * Everything else is the given catalog's, so it costs one build.
 */
export function withNodeType(catalog: Catalog, nodeType: NodeType): Catalog {
  revisions += 1;
  const revision = revisions;
  const known = catalog.nodeType(nodeType.id) !== undefined;
  const build = lazy(() =>
    attempt(nodeType, catalog.processor(nodeType.executor_plugin), catalog.portConfig),
  );
  return {
    revision,
    nodeTypes: known
      ? catalog.nodeTypes.map((one) => (one.id === nodeType.id ? nodeType : one))
      : [...catalog.nodeTypes, nodeType],
    categories: catalog.categories,
    processors: catalog.processors,
    get portConfig() {
      return catalog.portConfig;
    },
    get faults() {
      return [
        ...catalog.faults.filter((fault) => fault.nodeType !== nodeType.id),
        ...build().faults.map((message) => ({ nodeType: nodeType.id, message })),
      ];
    },
    nodeType: (id) => (id === nodeType.id ? nodeType : catalog.nodeType(id)),
    processor: catalog.processor,
    built: (id) => (id === nodeType.id ? build().built : catalog.built(id)),
    compatible: catalog.compatible,
  };
}

type Build = { readonly built: BuiltType | undefined; readonly faults: readonly string[] };

/** SCH-24: a node type that does not build is a recorded fault and nothing worse. SCH-34: so is a malformed schema. */
function attempt(nodeType: NodeType, processor: Processor | undefined, portConfig: PortConfig): Build {
  const faults: string[] = [];
  try {
    for (const { path, message } of processor === undefined ? [] : declarationProblems(processor)) {
      faults.push(`${path}: ${message}`);
    }
    const result = buildType(nodeType, processor, portConfig);
    if (result.ok) return { built: result.value, faults };
    return { built: undefined, faults: faults.length > 0 ? faults : [result.error] };
  } catch (cause) {
    // A declaration may compute its schema and fail at it; whatever it throws is its own fault, not the catalog's.
    faults.push(`It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    return { built: undefined, faults };
  }
}

/** SCH-26: what an editor is served: enabled types that build, by category, then name, then id, without regard to case. */
export function servedCatalog(catalog: Catalog): readonly BuiltType[] {
  return catalog.nodeTypes
    .filter(({ enabled }) => enabled)
    .flatMap(({ id }) => catalog.built(id) ?? [])
    .sort(({ nodeType: a }, { nodeType: b }) => {
      return folded(a.category, b.category) || folded(a.label, b.label) || order(a.id, b.id);
    });
}

function folded(a: string, b: string): number {
  return order(a.toLowerCase(), b.toLowerCase());
}
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byId<T extends { readonly id: string }>(
  shipped: readonly T[],
  site: readonly T[] = [],
): Map<string, T> {
  return new Map([...shipped, ...site].map((record) => [record.id, record]));
}

function lazy<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}
