// What is told of a run while it goes on: words for people, lines of JSON for programs.
import type { LogRow, NodeLifecycle, RunEvent, RunStore } from '../../engine/ports';
import type { WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';
import { oneLine } from './outcome';

export type Progress = {
  hear(event: RunEvent): void;
  /** Tells what was logged and not told yet. */
  finish(): Promise<void>;
};

/** @param write takes one line, without its break. */
export function progressOf(
  { nodes }: Pick<WorkflowDocument, 'nodes'>,
  store: Pick<RunStore, 'logs'>,
  asJson: boolean,
  write: (line: string) => void,
): Progress {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]));
  const begun = new Map<string, number>();
  let run = '';
  let told = 0;
  let reading = Promise.resolve();

  const tell = (json: JsonObject, words: string | undefined): void => {
    if (asJson) write(JSON.stringify(json));
    else if (words !== undefined) write(words);
  };

  const tellNode = ({ node, status, reason }: NodeLifecycle): void => {
    const label = labels.get(node) || node;
    const started = begun.get(node);
    if (status === 'running') begun.set(node, performance.now());
    const ended = status === 'completed' || status === 'failed';
    const took = ended && started !== undefined ? Math.round(performance.now() - started) : undefined;
    if (ended) begun.delete(node);
    const more = [took === undefined ? undefined : `${took} ms`, reason].filter((part) => part !== undefined);
    tell(
      {
        event: 'node',
        node,
        label,
        status,
        ...(took === undefined ? {} : { duration_ms: took }),
        ...(reason === undefined ? {} : { reason }),
      },
      `${status.padEnd(11)} ${oneLine(label)}${more.length === 0 ? '' : ` (${oneLine(more.join(', '))})`}`,
    );
  };

  const tellLog = ({ seq, level, message, node, data }: LogRow): void => {
    told = Math.max(told, seq);
    const where = node === undefined ? '' : ` ${labels.get(node) || node}:`;
    tell(
      {
        event: 'log',
        level,
        message,
        ...(node === undefined ? {} : { node }),
        ...(data === undefined ? {} : { data }),
      },
      oneLine(`${level.padEnd(11)}${where} ${message}`),
    );
  };

  const readLogs = (): Promise<void> => {
    reading = reading.then(async () => {
      for (const line of await store.logs(run, told)) tellLog(line);
    });
    return reading;
  };

  return {
    hear(event) {
      run = event.runId;
      if (event.kind === 'created') tell({ event: 'run', execution_id: run, status: 'pending' }, undefined);
      for (const node of event.nodes ?? []) tellNode(node);
      if (event.kind === 'log') void readLogs();
    },
    finish: () => readLogs(),
  };
}
