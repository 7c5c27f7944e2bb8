// What an editor is served of the catalog: node types, categories, lanes. And the health of the doors themselves.
import { servedCatalog } from '../../catalog/catalog';
import { checkLaneOverlay } from '../../catalog/lane-composition';
import type { PortConfig } from '../../catalog/types';
import { categoryRows } from '../../contract/category-door';
import { METADATA_DOORS } from '../../contract/metadata-doors';
import type { JsonObject } from '../../model/json';
import { ok } from '../../model/problem';
import type { Door } from '../door';
import { detailsOf, page, refusal, refuse, result } from '../envelope';
import { matchesName, readPaging, readText } from '../query';
import {
  API_VERSION,
  CATEGORY,
  HEALTH,
  LANE_OVERLAY,
  NODE_METADATA,
  PORT_CONFIG,
  pageOf,
  resultOf,
} from '../schemas';
import { instant } from '../serialise';
import { servedMetadata } from '../served-metadata';
import { PAGING, SEARCH } from './parameters';

const nodes: Door = {
  method: 'GET',
  path: '/api/flowdrop/nodes',
  permission: 'view workflows',
  failure: 'Failed to fetch node types',
  summary: 'Lists the enabled node types, all of them unless a limit is asked for',
  query: [
    SEARCH,
    { name: 'category', description: 'Id of a category.', schema: { type: 'string' } },
    ...PAGING,
  ],
  answers: {
    200: { anyOf: [resultOf({ type: 'array', items: NODE_METADATA }), pageOf(NODE_METADATA)] },
  },
  refusals: ['SEARCH_INVALID'],
  async handle({ world, query }) {
    const search = readText(query, 'search');
    if (!search.ok) return refusal(search.error);
    const category = readText(query, 'category');
    if (!category.ok) return refusal(category.error);
    const catalog = await world.catalog();
    const found = servedCatalog(catalog)
      .filter(({ nodeType }) => category.value === undefined || nodeType.category === category.value)
      .filter(({ nodeType }) => matchesName(nodeType.label, search.value ?? ''))
      .map((built) => servedMetadata(built.metadata, catalog));
    if (!query.has('limit')) return result(found);
    const { limit, offset } = readPaging(query);
    return page(found.slice(offset, offset + limit), { total: found.length, limit, offset });
  },
};

const node: Door = {
  method: 'GET',
  path: '/api/flowdrop/nodes/:id',
  permission: 'view workflows',
  failure: 'Failed to fetch node type',
  summary: 'Reads an enabled node type',
  answers: { 200: resultOf(NODE_METADATA) },
  refusals: ['NODE_TYPE_NOT_FOUND'],
  async handle({ world, params }) {
    const catalog = await world.catalog();
    const built = catalog.built(params.id ?? '');
    return built?.nodeType.enabled === true
      ? result(servedMetadata(built.metadata, catalog))
      : refusal(refuse('NODE_TYPE_NOT_FOUND'));
  },
};

const categories: Door = {
  method: 'GET',
  path: METADATA_DOORS.categories.path,
  permission: METADATA_DOORS.categories.permission,
  failure: METADATA_DOORS.categories.failure,
  getOnly: true,
  summary: 'Lists the enabled categories',
  answers: { 200: resultOf({ type: 'array', items: CATEGORY }) },
  refusals: [],
  async handle({ world }) {
    return result(categoryRows((await world.catalog()).categories));
  },
};

const portConfig: Door = {
  method: 'GET',
  path: '/api/flowdrop/port-config',
  permission: 'view workflows',
  failure: 'Failed to fetch port configuration',
  summary: 'Reads the lanes and which of them may be joined',
  answers: { 200: resultOf(PORT_CONFIG) },
  refusals: [],
  async handle({ world }) {
    return result(portConfigJson((await world.catalog()).portConfig));
  },
};

const overlay: Door = {
  method: 'PUT',
  path: '/api/flowdrop/port-config',
  permission: 'edit lanes',
  summary:
    'Stores the lane overlay of the site in place of the one before; answers the lanes as they are then',
  body: LANE_OVERLAY,
  answers: { 200: resultOf(PORT_CONFIG) },
  refusals: ['LANE_OVERLAY_INVALID'],
  async handle({ world, body }) {
    const checked = checkLaneOverlay(body);
    if (!checked.ok) {
      const details = detailsOf(checked.error, 'LANE_OVERLAY_INVALID');
      return refusal(refuse('LANE_OVERLAY_INVALID', details[0]?.message, details));
    }
    await world.site.transact(async (site) => ok(await site.putLaneOverlay(checked.value)));
    return result(portConfigJson((await world.catalog()).portConfig));
  },
};

function portConfigJson(config: PortConfig): JsonObject {
  return {
    version: config.version,
    defaultDataType: config.defaultDataType,
    dataTypes: config.dataTypes.map(({ schema, aliases, ...lane }) => ({
      ...lane,
      ...(aliases === undefined ? {} : { aliases }),
      ...(schema === undefined ? {} : { schema }),
    })),
    compatibilityRules: config.compatibilityRules.map((rule) => ({ ...rule })),
  };
}

const health: Door = {
  method: 'GET',
  path: '/api/flowdrop/health',
  permission: 'public',
  summary: 'Tells that the doors are open',
  answers: { 200: resultOf(HEALTH) },
  refusals: [],
  async handle({ world }) {
    return result({
      status: 'ok',
      timestamp: instant(world.clock.now()),
      service: 'sluice',
      version: API_VERSION,
    });
  },
};

export const CATALOG_DOORS: readonly Door[] = [nodes, node, categories, portConfig, overlay, health];
