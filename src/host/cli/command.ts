// What a command line asks for, done: without the streams and the process around it.
import { readFile } from 'node:fs/promises';
import { ownString } from '../../model/json';
import { BUNDLE_HELP, bundleCommand } from './bundle';
import { misused, type Outcome, printable } from './outcome';
import { PUBLISH_HELP, publishCommand } from './publish';
import { RUN_HELP, runCommand } from './run';
import { processTerminal, type Terminal } from './terminal';
import { VALIDATE_HELP, validateCommand } from './validate';

const HELP = `${VALIDATE_HELP}\n\n${RUN_HELP}\n\n${BUNDLE_HELP}\n\n${PUBLISH_HELP}\n
Exit codes: 0; 1 where there are errors or a command failed; 2 for a wrong command line; 3 where a run waits for an answer.`;

/** Runs `sluice` with these arguments. `environment` may hold the token for publishing, and the model for runs. */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal = processTerminal,
): Promise<Outcome> {
  const { code, out, err } = await carryOut(args, environment, terminal);
  return {
    code,
    ...(out === undefined ? {} : { out: printable(out) }),
    ...(err === undefined ? {} : { err: printable(err) }),
  };
}

async function carryOut(
  [command, ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<Outcome> {
  switch (command) {
    case 'validate':
      return validateCommand(args, await ownVersion());
    case 'run':
      return runCommand(args, environment, terminal);
    case 'bundle':
      return bundleCommand(args);
    case 'publish':
      return publishCommand(args, environment);
    case '--version':
      return { code: 0, out: await ownVersion() };
    case '--help':
    case 'help':
      return { code: 0, out: HELP };
    default:
      return misused(command === undefined ? 'Name a command.' : `There is no command "${command}".`, HELP);
  }
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return ownString(JSON.parse(text), 'version') ?? '';
}
