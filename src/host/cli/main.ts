// `npx sluice`: the modules of the editor, for scripts and continuous integration.
import { readFile } from 'node:fs/promises';
import { ownString } from '../../model/json';
import { installPatterns } from '../patterns';
import { BUNDLE_HELP, bundleCommand } from './bundle';
import { misused, type Outcome } from './outcome';
import { PUBLISH_HELP, publishCommand } from './publish';
import { VALIDATE_HELP, validateCommand } from './validate';

const HELP = `${VALIDATE_HELP}\n\n${BUNDLE_HELP}\n\n${PUBLISH_HELP}\n
Exit codes: 0; 1 where there are errors or a command failed; 2 for a wrong command line.`;

async function run([command, ...args]: readonly string[]): Promise<Outcome> {
  switch (command) {
    case 'validate':
      return validateCommand(args, await ownVersion());
    case 'bundle':
      return bundleCommand(args);
    case 'publish':
      return publishCommand(args, process.env);
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

// Whoever reads may have seen enough (`| head`).
process.stdout.on('error', () => undefined);
installPatterns();
const { code, out, err } = await run(process.argv.slice(2));
if (err !== undefined && err !== '') process.stderr.write(`${err}\n`);
if (out !== undefined && out !== '') process.stdout.write(`${out}\n`);
process.exitCode = code;
