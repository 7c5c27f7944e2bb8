import { parseArgs } from 'node:util';
import { isArray, type Json, type JsonObject, own, ownString } from '../../model/json';
import { type Bundled, bundlesOf } from './bundle';
import { messageOf, misused, type Outcome } from './outcome';
import { judgeFiles, readFiles } from './read-files';

export const PUBLISH_HELP = `sluice publish FILE… --to URL [--token TOKEN] [--publisher NAME] [--confirm-publisher]
  Sends each valid workflow of the files as a bundle to a host, which makes a new workflow of it.
  --to URL             the host, e.g. http://127.0.0.1:8790
  --token TOKEN        bearer token; default: the environment variable SLUICE_TOKEN, which other users cannot see
  --publisher NAME     names the publisher in the bundle
  --confirm-publisher  takes responsibility for a publisher that the host does not trust`;

/** How long one answer is waited for, in milliseconds. */
const PATIENCE = 60_000;

export async function publishCommand(
  args: readonly string[],
  environment: { readonly SLUICE_TOKEN?: string | undefined },
): Promise<Outcome> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (cause) {
    return misused(messageOf(cause), PUBLISH_HELP);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { code: 0, out: PUBLISH_HELP };
  if (positionals.length === 0) return misused('Name a file to publish.', PUBLISH_HELP);
  if (values.to === undefined || !isWebAddress(values.to))
    return misused('--to takes the http or https address of a host.', PUBLISH_HELP);
  const token = values.token ?? environment.SLUICE_TOKEN ?? '';
  if (!/^[\x21-\x7e]*$/.test(token))
    return misused('A token has no blanks and only ASCII characters.', PUBLISH_HELP);
  const files = await readFiles(positionals);
  if (!files.ok) return { code: 2, err: files.error.join('\n') };
  const bundled = bundlesOf(await judgeFiles(files.value), values.publisher);
  if (!bundled.ok) return { code: 1, err: bundled.error };
  const door = `${values.to.replace(/\/+$/, '')}/api/flowdrop/workflows/import`;
  const published: string[] = [];
  for (const { file, bundle } of bundled.value.bundles) {
    const sent = values['confirm-publisher'] === true ? { ...bundle, confirm_publisher: true } : bundle;
    const refused = await send(door, token, sent);
    // Those before it are there already, and are named.
    if (refused !== undefined)
      return {
        code: 1,
        out: published.join('\n'),
        err: [...bundled.value.notes, `${file}: ${refused}`].join('\n'),
      };
    published.push(`published ${idOf({ bundle })} from ${file}`);
  }
  return { code: 0, out: published.join('\n'), err: bundled.value.notes.join('\n') };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      token: { type: 'string' },
      publisher: { type: 'string' },
      'confirm-publisher': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Why the host did not take it; `undefined` where it did. A redirect is not followed: the token is for this host. */
async function send(door: string, token: string, bundle: JsonObject): Promise<string | undefined> {
  let status: number;
  let body: Json;
  try {
    const response = await fetch(door, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(bundle),
      signal: AbortSignal.timeout(PATIENCE),
    });
    status = response.status;
    body = parsed(await response.text());
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
    return `${door} cannot be reached: ${messageOf(reason)}`;
  }
  if (own(body, 'success') === true) return undefined;
  const error = ownString(body, 'error');
  if (error === undefined) return `${door} answered ${status}, and nothing that a host says. Is --to right?`;
  const details = own(body, 'details');
  const lines = (isArray(details) ? details : []).map(
    (detail) =>
      `  ${ownString(detail, 'locator') ?? ''}: ${ownString(detail, 'code') ?? ''} ${ownString(detail, 'message') ?? ''}`,
  );
  return [`refused (${status} ${ownString(body, 'error_code') ?? ''}): ${error}`, ...lines].join('\n');
}

function idOf({ bundle }: Pick<Bundled, 'bundle'>): string {
  return ownString(own(own(bundle, 'payload'), 'flow'), 'id') ?? '';
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
