// The doors as the FlowDrop editor 1.4 reads them, under a prefix of their own: whatever of its expectations a rule of the
// specification answers otherwise. Everything else is the same doors.
import type { Schema } from '../../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import type { Call, Door } from '../door';
import { DOORS } from '../doors';
import { type Answer, result } from '../envelope';
import { MAX_LIMIT } from '../query';
import { pageOf, resultOf, WORKFLOW } from '../schemas';
import { drawableNode, sentWorkflow, shownPorts } from './editor-nodes';
import { shownRun, shownRuns } from './editor-runs';

/** What an editor is given as its base URL. */
export const EDITOR_PREFIX = '/compat/flowdrop-editor';

const API = '/api/flowdrop';
const WORKFLOWS = `${API}/workflows`;

const EDITOR_WORKFLOW: Schema = {
  ...WORKFLOW,
  properties: { ...(isObject(WORKFLOW.properties) ? WORKFLOW.properties : {}), changed: { type: 'integer' } },
};

/** The doors that the editor calls, at paths under {@link EDITOR_PREFIX}. */
export const EDITOR_DOORS: readonly Door[] = DOORS.flatMap((door) => {
  const path = door.path.replace(API, EDITOR_PREFIX);
  switch (door.path) {
    case WORKFLOWS:
    case `${WORKFLOWS}/:id`:
      return [{ ...forWorkflows(door), path }];
    case `${API}/nodes`:
    case `${API}/nodes/:id`:
      return [{ ...mapped(door, (data) => (isArray(data) ? data.map(shownPorts) : shownPorts(data))), path }];
    case `${API}/pipeline/:id`:
      return [{ ...shownRun(door), path }];
    case `${API}/workflow/:id/pipelines`:
      return [{ ...shownRuns(door), path }];
    case `${API}/pipeline/:id/status`:
    case `${API}/pipeline/:id/logs`:
    case `${API}/categories`:
    case `${API}/port-config`:
    case `${API}/health`:
      return [{ ...door, path }];
    default:
      return [];
  }
});

function forWorkflows(door: Door): Door {
  if (door.method === 'DELETE') return door;
  const isList = door.method === 'GET' && door.path === WORKFLOWS;
  const shown = mapped(isList ? inOneAnswer(door) : door, (data, call) =>
    isArray(data) ? shownAll(data, call) : shownOne(data, call),
  );
  const shape = isList
    ? {
        anyOf: [resultOf({ type: 'array', items: EDITOR_WORKFLOW }), pageOf(EDITOR_WORKFLOW)],
      }
    : resultOf(EDITOR_WORKFLOW);
  return {
    ...shown,
    answers: Object.fromEntries(Object.keys(door.answers).map((status) => [status, shape])),
    async handle(call) {
      if (door.body === undefined) return shown.handle(call);
      return shown.handle({ ...call, body: sentWorkflow(call.body, await call.world.catalog()) });
    },
  };
}

/** The editor has no second page: without a limit it gets every row. */
function inOneAnswer(door: Door): Door {
  return {
    ...door,
    async handle(call): Promise<Answer> {
      if (call.query.has('limit')) return door.handle(call);
      const all: Json[] = [];
      for (;;) {
        const query = new URLSearchParams(call.query);
        query.set('limit', String(MAX_LIMIT));
        query.set('offset', String(all.length));
        const answer = await door.handle({ ...call, query });
        const rows = own(answer.body, 'data');
        if (!isArray(rows)) return answer;
        all.push(...rows);
        if (own(own(answer.body, 'pagination'), 'has_more') !== true || rows.length === 0) return result(all);
      }
    },
  };
}

async function shownAll(list: readonly Json[], call: Call): Promise<Json> {
  return Promise.all(list.map((workflow) => shownOne(workflow, call)));
}

/** The editor's list reads `changed` as seconds, and one node that cannot be drawn empties its whole canvas. */
async function shownOne(workflow: Json, { world }: Call): Promise<Json> {
  if (!isObject(workflow)) return workflow;
  const catalog = await world.catalog();
  const nodes = own(workflow, 'nodes');
  return {
    ...workflow,
    nodes: (isArray(nodes) ? nodes : []).map((node, i) => drawableNode(node, catalog, i)),
    changed: Math.floor(Date.parse(String(own(workflow, 'changed'))) / 1000),
  };
}

/** The door with the data of its success changed. */
function mapped(door: Door, change: (data: Json, call: Call) => Json | Promise<Json>): Door {
  return {
    ...door,
    async handle(call): Promise<Answer> {
      const answer = await door.handle(call);
      const data = own(answer.body, 'data');
      if (data === undefined || !isObject(answer.body)) return answer;
      const body: JsonObject = { ...answer.body, data: await change(data, call) };
      return { ...answer, body };
    },
  };
}
