// Answers what the runs of a command ask, as long as there are answers.
import type { RunService } from '../../api/run-service';
import type { Catalog } from '../../catalog/types';
import { type InterruptRow, isForPeople } from '../../engine/interrupts/row';
import type { Json } from '../../model/json';
import { type Answers, askOnTerminal } from './answers';
import { oneLine, printable } from './outcome';
import type { Terminal } from './terminal';

export type Answerer = {
  /**
   * Answers every open question that it can. `answered`: one was; `waits`: there is one that nobody answers; `going`: what was
   * answered before is being taken up; `nothing`: nothing is asked.
   */
  settle(): Promise<'answered' | 'waits' | 'going' | 'nothing'>;
  /** What nobody answered, for people. */
  waiting(): string | undefined;
};

/** Looks at a run that was answered and does not go on; then it does not. */
const MOST_LOOKS = 40;

export function answerer(
  service: Pick<RunService, 'rows' | 'answer'>,
  catalog: Catalog,
  {
    answers,
    terminal,
    asJson,
  }: { readonly answers: Answers; readonly terminal: Terminal; readonly asJson: boolean },
): Answerer {
  const ask = asJson ? undefined : terminal.ask;
  let left: InterruptRow | undefined;
  let fault = '';
  let looks = MOST_LOOKS;

  async function answer(row: InterruptRow): Promise<boolean> {
    for (;;) {
      const given = answers.get(row.node)?.shift();
      const value: Json | undefined =
        given ??
        (ask === undefined ? undefined : await askOnTerminal(row, (prompt) => ask(printable(prompt))));
      if (value === undefined) return false;
      const answered = await service.answer(catalog, row.id, { value, by: null, via: 'person' });
      if (answered.ok) return true;
      fault = answered.error.message;
      // What was written down beforehand is not asked for again; a slip of the keyboard is.
      if (given !== undefined || answered.error.code !== 'VALUE_INVALID') return false;
      terminal.write(`${printable(oneLine(fault))}\n`);
    }
  }

  return {
    async settle() {
      // The store holds this command's run and the runs that its nodes started.
      const rows = (await service.rows.interrupts.list({ status: 'pending' })).filter(isForPeople);
      if (rows.length === 0) {
        looks += 1;
        return looks <= MOST_LOOKS ? 'going' : 'nothing';
      }
      let answered = false;
      for (const row of rows) {
        left = undefined;
        if (await answer(row)) answered = true;
        else {
          left = row;
          break;
        }
      }
      if (answered) looks = 0;
      return left === undefined ? 'answered' : 'waits';
    },
    waiting() {
      if (left === undefined) return undefined;
      const choices = left.options === null ? '' : ` ${JSON.stringify(left.options)}`;
      const why = fault === '' ? '' : ` ${fault}`;
      const how = `Answer it with --answer ${left.node}=VALUE.`;
      return oneLine(
        `The run waits for an answer at ${left.node} (${left.type}): ${left.message ?? ''}${choices}${why} ${how}`,
      );
    },
  };
}
