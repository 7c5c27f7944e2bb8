// `npx sluice`: the modules of the editor, for scripts and continuous integration.
import { installPatterns } from '../patterns';
import { run } from './command';

// Whoever reads may have seen enough (`| head`).
process.stdout.on('error', () => undefined);
installPatterns();
const { code, out, err } = await run(process.argv.slice(2), process.env);
if (err !== undefined && err !== '') process.stderr.write(`${err}\n`);
if (out !== undefined && out !== '') process.stdout.write(`${out}\n`);
process.exitCode = code;
