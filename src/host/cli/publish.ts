import { parseArgs } from 'node:util';
import { answerText, baseOf, callHeaders, DOORS_OF, isToken, readAnswer } from '../../formats/door-calls';
import { flowId } from '../../formats/publish-bundle';
import type { JsonObject } from '../../model/json';
import { bundlesOf } from './bundle';
import { messageOf, misused, type Outcome, oneLine } from './outcome';
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
    return misused(
      '--to takes the http or https address of a host, without a user, a password or a query.',
      PUBLISH_HELP,
    );
  const token = values.token ?? environment.SLUICE_TOKEN ?? '';
  if (!isToken(token)) return misused('A token has no blanks and only ASCII characters.', PUBLISH_HELP);
  const files = await readFiles(positionals);
  if (!files.ok) return { code: 2, err: files.error.join('\n') };
  const bundled = bundlesOf(await judgeFiles(files.value), values.publisher);
  if (!bundled.ok) return { code: 1, err: bundled.error };
  const door = DOORS_OF.import(baseOf(values.to));
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
    published.push(`published ${flowId(bundle)} from ${file}`);
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

/** What a password in an address would be good for is the token's; a query would stand in the midst of the door's address. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Why the host did not take it; `undefined` where it did. A redirect is not followed: the token is for this host. */
async function send(door: string, token: string, bundle: JsonObject): Promise<string | undefined> {
  let answer: ReturnType<typeof readAnswer>;
  try {
    const response = await fetch(door, {
      method: 'POST',
      redirect: 'manual',
      headers: callHeaders(token, true),
      body: JSON.stringify(bundle),
      signal: AbortSignal.timeout(PATIENCE),
    });
    answer = readAnswer(response.status, await answerText(response.body));
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
    return `${door} cannot be reached: ${messageOf(reason)}`;
  }
  switch (answer.kind) {
    case 'done':
      return undefined;
    case 'foreign':
      return `${door} answered ${answer.status}, and nothing that a host says. Is --to right?`;
    case 'refused': {
      const { status, code, error, details } = answer;
      const lines = details.map(({ locator, code: why, message }) => `${locator}: ${why} ${message}`);
      return [`refused (${status} ${code}): ${error}`, ...lines].map(oneLine).join('\n  ');
    }
  }
}
