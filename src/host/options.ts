import { parseArgs } from 'node:util';
import { MODEL_KINDS } from '../engine/models/settings';
import { fail, ok, type Result } from '../model/problem';

export const HOST_HELP = `npm run host -- [options]
  --port NUMBER                port to listen at; 0 takes any that is free (default 8790)
  --data DIR                   keep everything in this directory (default: in memory, gone with the process)
  --tokens FILE                JSON list of {token, id, name, permissions}; without it every caller is one administrator
  --runs-at-once NUMBER        runs that are driven at the same time; the others wait for their turn (default 16)
  --workers NUMBER             of those, queued runs at most (default 8)
  --keep-runs NUMBER           ended runs that are kept; the oldest go first (default 1000)
  --keep-snapshots DAYS        snapshots that are older go; 0 keeps them all (default 30)
  --secrets FILE               JSON object of secrets by name, readable by its owner alone; else SLUICE_SECRET_NAME of the
                               environment is what workflows mean by \${{ secrets.NAME }}
  --allow-internal             workflows may ask addresses of private and reserved networks
  --public-url URL             address under which other systems reach this host, for their callbacks (default: where it listens)
  --host ADDRESS               address to listen at; other machines can call only with --tokens (default 127.0.0.1)
  --trusted-publishers A,B     publishers whose bundles are taken without confirmation
  --allow-origin URL           a page of this origin may call (may be repeated)
  --help                       this text
Models: SLUICE_MODEL_KIND (${MODEL_KINDS.join(', ')}), SLUICE_MODEL_URL, SLUICE_MODEL and SLUICE_MODEL_KEY name a service
of models; without a kind and an address the offline model answers.`;

export type HostOptions = {
  readonly port: number;
  readonly hostname: string;
  readonly data: string | undefined;
  readonly tokens: string | undefined;
  readonly secrets: string | undefined;
  readonly trustedPublishers: readonly string[];
  readonly origins: readonly string[];
  readonly runsAtOnce: number;
  readonly workers: number;
  readonly keepRuns: number;
  /** 0: for good. */
  readonly keepSnapshotsDays: number;
  readonly allowInternal: boolean;
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
};

/** Reads the arguments of the host. `help`: they ask for {@link HOST_HELP}. Fails with a sentence that says what is wrong. */
export function readHostOptions(args: readonly string[]): Result<HostOptions | 'help', string> {
  let values: ReturnType<typeof parse>['values'];
  try {
    const parsed = parse(args);
    values = parsed.values;
    const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = names.find((name, i) => name !== 'allow-origin' && names.indexOf(name) < i);
    if (twice !== undefined) return fail(`--${twice} is given twice.`);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
  if (values.help === true) return ok('help');
  const port = Number(values.port ?? '8790');
  if (!/^\d+$/.test(values.port ?? '8790') || port > 65_535)
    return fail('--port takes a number from 0 to 65535.');
  for (const name of ['runs-at-once', 'workers', 'keep-runs'] as const) {
    if (!/^[1-9]\d{0,6}$/.test(values[name] ?? '1'))
      return fail(`--${name} takes a number from 1 to 9999999.`);
  }
  if (!/^\d{1,5}$/.test(values['keep-snapshots'] ?? '0'))
    return fail('--keep-snapshots takes a number of days from 0 to 99999.');
  const hostname = values.host ?? '127.0.0.1';
  if (values.tokens === undefined && !/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(hostname)) {
    return fail(
      `Without --tokens every caller is an administrator, so --host takes 127.0.0.1, ::1 or localhost, not ${hostname}.`,
    );
  }
  for (const name of ['data', 'tokens', 'secrets'] as const)
    if (values[name] === '') return fail(`--${name} takes a path.`);
  const address = values['public-url'];
  if (address !== undefined && !/^https?:/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    return fail(`--public-url takes an address such as https://flows.example.org, not "${address}".`);
  const origins = values['allow-origin'] ?? [];
  const strange = origins.find((origin) => !isOrigin(origin));
  if (strange !== undefined)
    return fail(`--allow-origin takes an origin such as https://example.org, not "${strange}".`);
  return ok({
    port,
    hostname,
    data: values.data,
    tokens: values.tokens,
    secrets: values.secrets,
    trustedPublishers: (values['trusted-publishers'] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    origins,
    runsAtOnce: Number(values['runs-at-once'] ?? '16'),
    workers: Number(values.workers ?? '8'),
    keepRuns: Number(values['keep-runs'] ?? '1000'),
    keepSnapshotsDays: Number(values['keep-snapshots'] ?? '30'),
    allowInternal: values['allow-internal'] === true,
    publicUrl: address?.replace(/\/+$/, ''),
  });
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    tokens: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'public-url': { type: 'string' },
      data: { type: 'string' },
      tokens: { type: 'string' },
      secrets: { type: 'string' },
      'trusted-publishers': { type: 'string' },
      'allow-origin': { type: 'string', multiple: true },
      'runs-at-once': { type: 'string' },
      workers: { type: 'string' },
      'keep-runs': { type: 'string' },
      'keep-snapshots': { type: 'string' },
      'allow-internal': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
