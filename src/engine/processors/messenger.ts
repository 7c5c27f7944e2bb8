import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

const TYPES: ReadonlyMap<string, 'info' | 'warning' | 'error'> = new Map<
  string,
  'info' | 'warning' | 'error'
>([
  ['status', 'info'],
  ['warning', 'warning'],
  ['error', 'error'],
]);

/**
 * `messenger`: shows a message to the person who watches. `displayed` says whether anybody was there to see it; the run's
 * log has it in any case.
 */
export const messenger: Execute = async (parameters, { log, notify, run, node }) => {
  const type = textParameter(parameters, 'type', 'status');
  const level = TYPES.get(type);
  if (level === undefined)
    throw new NodeFailure(`There is no kind of message "${type}"; there are status, warning, error.`, {
      code: 'message_type_unknown',
    });
  const message = asText(parameter(parameters, 'message'));
  const notice = { run: run.id, workflow: run.workflow, node: node.id, level, message };
  const displayed = (await notify?.(notice)) ?? false;
  log(level, message, { type, displayed });
  return { outputs: { displayed, message, type } };
};
