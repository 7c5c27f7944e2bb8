// What a command line asks for, done: without the streams and the process around it.
import { readFile } from 'node:fs/promises';
import { ownString } from '../../model/json';
import { BUNDLE_HELP, bundleCommand } from './bundle';
import { misused, type Outcome } from './outcome';
import { PUBLISH_HELP, publishCommand } from './publish';
import { VALIDATE_HELP, validateCommand } from './validate';

const HELP = `${VALIDATE_HELP}\n\n${BUNDLE_HELP}\n\n${PUBLISH_HELP}\n
Exit codes: 0; 1 where there are errors or a command failed; 2 for a wrong command line.`;

/** Runs `sluice` with these arguments. `environment` may hold the token for publishing. */
export async function run(
  args: readonly string[],
  environment: { readonly SLUICE_TOKEN?: string | undefined },
): Promise<Outcome> {
  const { code, out, err } = await carryOut(args, environment);
  return {
    code,
    ...(out === undefined ? {} : { out: printable(out) }),
    ...(err === undefined ? {} : { err: printable(err) }),
  };
}

/**
 * Names of files, ids and words of servers may hold what draws on a terminal. It is written as JSON escapes it, so that
 * JSON says the same as before.
 */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function carryOut(
  [command, ...args]: readonly string[],
  environment: { readonly SLUICE_TOKEN?: string | undefined },
): Promise<Outcome> {
  switch (command) {
    case 'validate':
      return validateCommand(args, await ownVersion());
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
