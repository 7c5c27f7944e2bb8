// `sluice run`: a workflow of files, run here and now, in memory.
import { parseArgs } from 'node:util';
import { loaded } from '../../api/persisted-runs';
import type { Principal } from '../../api/types';
import { reachableWorkflows } from '../../contract/reachable';
import { rebuild } from '../../contract/rebuild';
import { realmTurns } from '../../engine/memory/turns';
import { createModelGateway } from '../../engine/models/gateway';
import { MODEL_KINDS, type ModelSettings } from '../../engine/models/settings';
import type { ContentStore, RunRow, SecretSource } from '../../engine/ports';
import { STRATEGIES } from '../../engine/strategies';
import { type Json, type JsonObject, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { realmClock } from '../../worker/clock';
import { memoryContent, openContent } from '../content/content-store';
import { memoryMemory } from '../memory/memory-store';
import { readModelKey, readModelSettings } from '../runs/engine-settings';
import { createThreadedExpressions } from '../runs/expression-threads';
import { openSecrets } from '../runs/host-secrets';
import { createPinnedNetwork } from '../runs/pinned-network';
import { createHostRuns } from '../runs/run-service';
import { memoryRuns } from '../runs/run-store';
import { answerer } from './answering';
import { type Answers, addAnswers, readAnswerFile } from './answers';
import { messageOf, misused, type Outcome, oneLine, printable } from './outcome';
import { type Judged, type JudgedWorkflow, judgeFiles, readFiles } from './read-files';
import { progressOf } from './run-progress';
import type { Terminal } from './terminal';
import { findingLines } from './validate';

export const RUN_HELP = `sluice run FILE… [--workflow ID] [--input NAME=VALUE]… [--orchestrator ID] [--content DIR] [--json]
           [--secrets FILE] [--allow-internal] [--answer NODE=VALUE]… [--answers FILE]
  Runs a workflow of the files here, in memory, and prints what it gives. The node types of all files are known to it.
  --workflow ID        which workflow, where the files hold several
  --input NAME=VALUE   a declared input; VALUE is JSON, or a text where it is none (may be repeated)
  --orchestrator ID    ${STRATEGIES.map(({ id }) => id).join(', ')};
                       default flowdrop_runtime:synchronous_pipeline
  --content DIR        keep in this directory what content nodes save, and find there what runs before have saved;
                       without it, in memory, gone with the run
  --secrets FILE       JSON object of secrets by name, readable by its owner alone; else SLUICE_SECRET_NAME of the
                       environment is what the workflow means by \${{ secrets.NAME }}
  --answer NODE=VALUE  an answer to what a node asks of people; the second to its second question (may be repeated)
  --answers FILE       JSON object: node id, then its answer, or a list of its answers in order
                       What has no answer is asked on the terminal; where nobody is there, the run ends with 3
  --json               a line of JSON for each event, and one at the end; so it is also where the output is no terminal
  --allow-internal     the workflow may ask addresses of private and reserved networks
  Models: SLUICE_MODEL_KIND (${MODEL_KINDS.join(', ')}), SLUICE_MODEL_URL, SLUICE_MODEL and SLUICE_MODEL_KEY name a
  service of models; without a kind and an address the offline model answers. Ctrl-C cancels the run.
  Ends with 0 where the run completed, with 1 where it did not or was not started, with 2 for a wrong command line,
  with 3 where it waits for an answer.`;

const DEFAULT = 'flowdrop_runtime:synchronous_pipeline';

/** How often a run that waits for a time is looked at, in milliseconds. */
const WAITING_MS = 250;

const CALLER: Principal = { id: 'command-line', name: 'the command line', permissions: new Set() };

export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<Outcome> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (cause) {
    return misused(messageOf(cause), RUN_HELP);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { code: 0, out: RUN_HELP };
  if (positionals.length === 0) return misused('Name a file to run.', RUN_HELP);
  if (values.content === '') return misused('--content takes a directory.', RUN_HELP);
  if (values.secrets === '') return misused('--secrets takes a file.', RUN_HELP);
  const models = readModelSettings(environment);
  if (!models.ok) return misused(models.error, RUN_HELP);
  const secrets = await openSecrets(environment, values.secrets);
  if (!secrets.ok) return { code: 2, err: secrets.error };
  const inputs = readInputs(values.input ?? []);
  if (!inputs.ok) return misused(inputs.error, RUN_HELP);
  const answers =
    values.answers === undefined ? ok<Answers>(new Map()) : await readAnswerFile(values.answers);
  if (!answers.ok) return { code: 2, err: answers.error };
  const slip = addAnswers(answers.value, values.answer ?? []);
  if (slip !== undefined) return misused(slip, RUN_HELP);
  const files = await readFiles(positionals);
  if (!files.ok) return { code: 2, err: files.error.join('\n') };
  const judged = await judgeFiles(files.value);
  const chosen = choose(judged, values.workflow);
  if (!chosen.ok) return misused(chosen.error, RUN_HELP);
  // What cannot be read may be what the workflow needs.
  const faults = findingLines({ workflows: [chosen.value], unreadable: judged.unreadable });
  const broken =
    judged.unreadable.length > 0 || chosen.value.lines.some(({ severity }) => severity === 'error');
  if (broken) return { code: 1, err: faults.join('\n') };
  const content = values.content === undefined ? ok(memoryContent()) : await openContent(values.content);
  if (!content.ok) return { code: 1, err: content.error };
  const setting: Setting = {
    content: content.value.store,
    inputs: inputs.value,
    strategy: values.orchestrator ?? DEFAULT,
    asJson: values.json === true || !terminal.isTerminal,
    allowInternal: values['allow-internal'] === true,
    environment,
    models: models.value,
    secrets: secrets.value,
    terminal,
    answers: answers.value,
    warnings: [...judged.notes, ...faults],
  };
  return execute(judged, chosen.value, setting).finally(() => content.value.close());
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      workflow: { type: 'string' },
      input: { type: 'string', multiple: true },
      orchestrator: { type: 'string' },
      content: { type: 'string' },
      secrets: { type: 'string' },
      answer: { type: 'string', multiple: true },
      answers: { type: 'string' },
      json: { type: 'boolean' },
      'allow-internal': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}

/** `name=value`, each name once. What begins like JSON and is none is a slip, and is not sent as a text. */
export function readInputs(given: readonly string[]): Result<JsonObject, string> {
  const inputs = new Map<string, Json>();
  for (const one of given) {
    const at = one.indexOf('=');
    if (at < 1) return fail(`--input takes NAME=VALUE, not "${one}".`);
    const name = one.slice(0, at);
    if (inputs.has(name)) return fail(`The input "${name}" is given twice.`);
    const text = one.slice(at + 1);
    try {
      const value: Json = JSON.parse(text);
      inputs.set(name, value);
    } catch (cause) {
      if (/^\s*[[{"]/.test(text))
        return fail(`The input "${name}" begins like JSON and is none: ${messageOf(cause)}`);
      inputs.set(name, text);
    }
  }
  return ok(Object.fromEntries(inputs));
}

function choose({ workflows }: Judged, id: string | undefined): Result<JudgedWorkflow, string> {
  const found = id === undefined ? workflows : workflows.filter(({ document }) => document.id === id);
  const [only] = found;
  if (only !== undefined && found.length === 1) return ok(only);
  const ids = workflows.map(({ document }) => document.id).join(', ');
  if (only === undefined)
    return fail(
      id === undefined
        ? 'The files hold no workflow.'
        : `The files hold no workflow "${id}"; there are: ${ids || 'none'}.`,
    );
  return fail(
    id === undefined
      ? `The files hold ${found.length} workflows; choose one with --workflow: ${ids}.`
      : `The files hold ${found.length} workflows "${id}"; name only one of the files.`,
  );
}

type Setting = {
  readonly inputs: JsonObject;
  readonly strategy: string;
  readonly asJson: boolean;
  readonly allowInternal: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly models: ModelSettings;
  readonly secrets: SecretSource;
  readonly terminal: Terminal;
  readonly answers: Answers;
  readonly content: ContentStore;
  readonly warnings: readonly string[];
};

async function execute(judged: Judged, chosen: JudgedWorkflow, setting: Setting): Promise<Outcome> {
  const { catalog } = judged;
  const { environment, terminal, asJson } = setting;
  const document = await withContract(judged, chosen);
  const runs = memoryRuns();
  const write = (line: string) => terminal.write(`${printable(line)}\n`);
  const progress = progressOf(document, runs.store, asJson, write);
  const expressions = createThreadedExpressions();
  const { service, stop } = createHostRuns({
    runs,
    content: setting.content,
    memory: { store: memoryMemory().store, turns: realmTurns(realmClock) },
    expressions,
    network: createPinnedNetwork({ allowInternal: setting.allowInternal }),
    models: createModelGateway(setting.models, {
      secret: (name) => readModelKey(environment, name),
      // The address of the models is the caller's own choice.
      network: createPinnedNetwork({ allowInternal: true }),
      clock: realmClock,
    }),
    secrets: setting.secrets,
    announce: progress.hear,
    workflows: {
      async workflow(id) {
        const found = judged.workflows.find((each) => each.document.id === id);
        return found === undefined ? undefined : withContract(judged, found);
      },
    },
  });
  const { inputs, strategy } = setting;
  const launched = await service.launch(catalog, document, { inputs, strategy }, CALLER);
  if (!launched.ok) {
    expressions.close();
    const { message, details } = launched.error;
    const said = details.flatMap((detail) => ownString(detail, 'message') ?? []);
    return { code: 1, err: [...setting.warnings, ...[message, ...said].map(oneLine)].join('\n') };
  }
  const run = launched.value;
  const interrupted = new AbortController();
  const release = terminal.onInterrupt(() => {
    interrupted.abort();
    void service.cancel(catalog, run.id, 'Stopped by hand');
  });
  let ended = (await service.rest(run.id)) ?? run;
  const desk = answerer(service, catalog, setting);
  while (ended.status === 'paused') {
    const settled = interrupted.signal.aborted ? 'going' : await desk.settle();
    // A run that waits for a time goes on by itself, and so does one whose question has just been answered.
    const stays = settled === 'waits' || (settled === 'nothing' && ended.wakeAt === undefined);
    // One that is stopped while it asks is about to end.
    if (stays && !interrupted.signal.aborted) break;
    if (settled !== 'answered') await realmClock.sleep(WAITING_MS);
    ended = (await service.rest(run.id)) ?? ended;
  }
  release();
  await progress.finish();
  const outputs = (await loaded(runs.store, ended.outputs)) ?? {};
  await stop(0);
  expressions.close();
  if (asJson) write(JSON.stringify(summaryOf(ended, outputs)));
  const warnings = ended.warnings.map(({ message }) => `warning: ${oneLine(message)}`);
  const waiting = ended.status === 'paused' ? desk.waiting() : undefined;
  const failure = waiting ?? failureOf(ended);
  const err = [...setting.warnings, ...warnings, ...(failure === undefined ? [] : [failure])].join('\n');
  const out = asJson || failure !== undefined ? '' : JSON.stringify(outputs, null, 2);
  return { code: failure === undefined ? 0 : ended.status === 'paused' ? 3 : 1, out, err };
}

/** MAN-16: what the workflow would publish says of which types its inputs are. */
async function withContract({ workflows, catalog }: Judged, { document }: JudgedWorkflow) {
  const resolveWorkflow = await reachableWorkflows(
    document,
    catalog,
    async (id) => workflows.find((each) => each.document.id === id)?.document,
  );
  const { contract } = rebuild(undefined, document, catalog, { resolveWorkflow });
  return { ...document, contract: contract ?? undefined };
}

function summaryOf(run: RunRow, outputs: JsonObject): JsonObject {
  return {
    event: 'end',
    execution_id: run.id,
    status: run.status,
    outputs,
    error: run.error,
    warnings: run.warnings,
    skipped_node_ids: run.skipped,
  };
}

function failureOf({ status, error }: RunRow): string | undefined {
  switch (status) {
    case 'completed':
      return undefined;
    case 'failed': {
      const where = error === null || error.node_id === '' ? '' : ` at ${oneLine(error.node_id)}`;
      return `The run failed${where}: ${oneLine(error?.message ?? 'no reason was given')}`;
    }
    case 'cancelled':
      return 'The run was cancelled.';
    default:
      return 'The run waits for a person; run it in the editor or on a host.';
  }
}
