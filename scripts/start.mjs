// `npm start`: installs what is missing, builds what is stale, serves the editor and opens it.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureNode, ensurePackages } from './ensure.mjs';

const HELP = `npm start [-- --port 4173] [--no-open] [--embed https://site.example]
  --port     first port to try on 127.0.0.1
  --no-open  do not open the browser
  --embed    an origin that may show the editor in a frame (may be repeated)`;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
const values = (name) =>
  args.flatMap((arg, i) => (arg === name && args[i + 1] !== undefined ? [args[i + 1]] : []));
const port = Number(values('--port')[0] ?? 4173);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`--port takes a number from 1 to 65535.\n${HELP}`);
  process.exit(2);
}

ensureNode();
ensurePackages();
if (ensureBuilt() !== 0) process.exit(1);

const { serve } = await import('./serve.mjs');
const { url } = await serve({ port, embed: values('--embed') });
console.log(`\n  Sluice is at ${url}\n  Stop it with Ctrl+C.\n`);
if (!args.includes('--no-open') && process.env.CI === undefined) open(url);

function open(address) {
  const command =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  if (command === 'xdg-open' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(command, [address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
