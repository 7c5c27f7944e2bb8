// PIPE: runs and jobs as they are published. All of it is read from what is persisted.
import { jobEntry, pipelineOf } from '../../engine/documents/job-entry';
import { fullDocument, instant, lightDocument } from '../../engine/documents/run-document';
import { summarise } from '../../engine/documents/status-summary';
import type { JobRow, RunRow } from '../../engine/ports';
import { ownString } from '../../model/json';
import { RUN_STATUSES } from '../../model/status';
import type { Door } from '../door';
import { page, refusal, refuse, result } from '../envelope';
import { executionCount, isStatus, persistedJob, persistedRun, reporter } from '../persisted-runs';
import { readPaging, readText } from '../query';
import {
  denied,
  hasBlanketAuthority,
  mayView,
  mayViewJob,
  type RunCall,
  runDoor,
  viewedRunDoor,
} from '../run-access';
import { JOB, JOB_ABSENT, JOB_LIST, LIGHT_RUN, LOG_LINE, RUN, RUN_ROW } from '../run-schemas';
import { pageOf, resultOf } from '../schemas';
import { PAGING } from './parameters';

const PIPELINE = '/api/flowdrop/pipeline/:id';
const VIEW = { method: 'GET', permission: 'view own runs', orPermission: 'view any runs' } as const;
const LEVELS = ['debug', 'info', 'warning', 'error'] as const;

const full = viewedRunDoor(
  {
    ...VIEW,
    path: PIPELINE,
    summary: 'Reads a run with its jobs',
    answers: { 200: resultOf(RUN) },
    refusals: [],
  },
  async (call) => {
    const { world, runs, run } = call;
    const rows = await visibleJobs(call);
    const jobs = await Promise.all(rows.map((job) => persistedJob(runs.rows, job, run)));
    return result(fullDocument(await persistedRun(runs.rows, run, rows), jobs, reporter(world)));
  },
);

const light = viewedRunDoor(
  {
    ...VIEW,
    path: `${PIPELINE}/status`,
    summary: 'Reads how a run stands, without its jobs',
    answers: { 200: resultOf(LIGHT_RUN) },
    refusals: [],
  },
  async ({ runs, run }) => result(lightDocument(await persistedRun(runs.rows, run, []))),
);

const jobs = viewedRunDoor(
  {
    ...VIEW,
    path: `${PIPELINE}/jobs`,
    summary: 'Lists the jobs of a run in the order in which they ran',
    answers: { 200: resultOf(JOB_LIST) },
    refusals: [],
  },
  async (call) => {
    const { world, runs, run } = call;
    const report = reporter(world);
    const rows = await visibleJobs(call);
    const persisted = await Promise.all(rows.map((job) => persistedJob(runs.rows, job, run)));
    const { summary, unrecognised } = summarise(persisted);
    if (unrecognised.length > 0)
      report('Jobs of a run are stored with statuses that are none.', {
        run: run.id,
        statuses: unrecognised,
      });
    return result({
      pipeline_id: run.id,
      jobs: persisted.map((job) => jobEntry(job, run.id, report)),
      status_summary: summary,
    });
  },
);

const logs = viewedRunDoor(
  {
    ...VIEW,
    path: `${PIPELINE}/logs`,
    summary: 'Lists the log of a run, the oldest line first',
    query: [
      {
        name: 'level',
        description: 'Only lines of this level.',
        schema: { type: 'string', enum: [...LEVELS] },
      },
      ...PAGING,
    ],
    answers: { 200: pageOf(LOG_LINE) },
    refusals: ['SEARCH_INVALID'],
  },
  async ({ runs, run, query }) => {
    const level = readText(query, 'level');
    if (!level.ok) return refusal(level.error);
    const paging = readPaging(query);
    const lines = (await runs.rows.logs(run.id)).filter(
      (line) => level.value === undefined || line.level === level.value,
    );
    const shown = lines.slice(paging.offset, paging.offset + paging.limit).map((line) => ({
      seq: line.seq,
      timestamp: instant(line.at),
      level: line.level,
      message: line.message,
      node_id: line.node ?? null,
      ...(line.data === undefined ? {} : { data: line.data }),
    }));
    return page(shown, { total: lines.length, ...paging });
  },
);

const list = runDoor(
  {
    ...VIEW,
    path: '/api/flowdrop/workflow/:id/pipelines',
    summary: 'Lists the runs of a workflow that the caller may view, the newest first',
    query: [
      {
        name: 'status',
        description: 'Only runs that stand so.',
        schema: { type: 'string', enum: [...RUN_STATUSES] },
      },
      ...PAGING,
    ],
    answers: { 200: pageOf(RUN_ROW) },
    refusals: ['SEARCH_INVALID', 'WORKFLOW_NOT_FOUND'],
  },
  async ({ world, runs, query, params, principal }) => {
    const workflow = params.id ?? '';
    const status = readText(query, 'status');
    if (!status.ok) return refusal(status.error);
    if (status.value !== undefined && !isStatus(status.value, RUN_STATUSES))
      return refusal(refuse('SEARCH_INVALID', `"status" is one of: ${RUN_STATUSES.join(', ')}.`));
    const paging = readPaging(query);
    const { rows, total } = await runs.list({
      workflow,
      ...(status.value === undefined ? {} : { status: status.value }),
      ...(hasBlanketAuthority(principal) ? {} : { owner: principal.id }),
      ...paging,
    });
    // Runs outlive their workflow; one that has neither left is not there.
    if (total === 0 && (await world.workflows.get(workflow)) === undefined)
      return refusal(refuse('WORKFLOW_NOT_FOUND', `Workflow with ID ${workflow} does not exist.`));
    const shown = await Promise.all(
      rows.map(async (run) => ({
        id: run.id,
        workflow_id: run.workflow,
        name: run.workflowName,
        description: ownString(run.document, 'description') ?? '',
        status: run.status,
        createdAt: instant(run.created),
        lastExecuted: instant(run.ended),
        executionCount: executionCount(await runs.rows.jobs(run.id)),
      })),
    );
    return page(shown, { total, ...paging });
  },
);

const job = runDoor(
  {
    ...VIEW,
    path: '/api/flowdrop/job/:id',
    summary: 'Reads a job, and the run that it is of where the caller may view that',
    answers: { 200: resultOf(JOB) },
    refusals: ['JOB_NOT_FOUND'],
    bare: { 404: JOB_ABSENT },
  },
  async ({ world, runs, params, principal }) => {
    const id = params.id ?? '';
    const found = await runs.job(id);
    if (found === undefined) {
      const { status, body } = refusal(refuse('JOB_NOT_FOUND'));
      return { status, body: { ...Object(body), message: `Job with ID ${id} does not exist.` } };
    }
    const { job: row, runs: named } = found;
    const [run] = named;
    if (run === undefined || !mayViewJob(principal, runs, row, named)) return denied();
    const report = reporter(world);
    const visible = new Set(named.filter((each) => mayView(principal, runs, each)).map((each) => each.id));
    const pipeline = await pipelineOf(id, named, (each) => visible.has(each), report);
    return result(jobEntry(await persistedJob(runs.rows, row, run), pipeline, report));
  },
);

export const PIPELINE_DOORS: readonly Door[] = [full, light, jobs, logs, list, job];

/** PIPE-5: of the jobs that the run names, those that the caller may view, in the order in which they ran. */
async function visibleJobs({
  runs,
  run,
  principal,
}: RunCall & { readonly run: RunRow }): Promise<readonly JobRow[]> {
  const rows = await runs.rows.jobs(run.id);
  return rows.filter((row) => mayViewJob(principal, runs, row, [run]));
}
