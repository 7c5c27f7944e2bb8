// What a fresh machine lacks: packages, and a browser for the tests. Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command in the project, its output shown. Answers its exit code; 127 where it is not there. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  return done.status ?? (done.error === undefined ? 1 : 127);
}

/** Ends the process with a message where Node is too old. */
export function ensureNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 20) return;
  console.error(`Sluice needs Node 20 or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

/** Installs the packages where they are missing or older than the lock file. */
export function ensurePackages() {
  const lock = join(root, 'package-lock.json');
  const mark = join(root, 'node_modules/.package-lock.json');
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lock).mtimeMs - 1000) return;
  if (existsSync(mark) && process.env.SLUICE_SKIP_INSTALL === '1') return;
  console.log('Installing packages…');
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error('npm ci failed; see above. Is the npm registry reachable?');
    process.exit(code);
  }
}

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium or Chrome, or undefined. */
export function findChromium() {
  return CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Path of a Chromium; installs Debian's package where there is none and this user may. Undefined where it cannot. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const after = findChromium();
  if (after === undefined) {
    console.error(
      'No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to a Chrome or Chromium.',
    );
  }
  return after;
}

/** The newest change below some paths, in milliseconds. */
export function newest(paths) {
  let latest = 0;
  const visit = (path) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path)) visit(join(path, name));
      return;
    }
    latest = Math.max(latest, stat.mtimeMs);
  };
  for (const path of paths) visit(join(root, path));
  return latest;
}

/** Builds the editor where a source is newer than the last build. */
export function ensureBuilt({ force = false } = {}) {
  const built = join(root, 'dist/index.html');
  const sources = [
    'src',
    'public/favicon.svg',
    'public/sw.js',
    'index.html',
    'vite.config.ts',
    'scripts',
    'package-lock.json',
  ];
  if (!force && existsSync(built) && statSync(built).mtimeMs > newest(sources)) return 0;
  console.log('Building the editor…');
  return run('npm', ['run', '--silent', 'build']);
}
