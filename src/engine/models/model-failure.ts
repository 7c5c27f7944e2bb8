// What went wrong with a model, told apart: its key, its quota, the way to it, or its refusal.
import { own, ownString } from '../../model/json';
import { NodeFailure } from '../processors/types';

export type FailureContext = {
  readonly host: string;
  /** Cut out of every text. */
  readonly key: string | undefined;
  readonly timedOut: boolean;
};

/** The failure of a node whose model could not be used. Keeps the server's reason, never the key. */
export function modelFailure(thrown: unknown, context: FailureContext): NodeFailure {
  if (thrown instanceof NodeFailure) return thrown;
  const { host } = context;
  if (context.timedOut) return passing(`The model at ${host} did not answer in time.`);
  const status = statusOf(thrown);
  const reason = reasonOf(thrown, context.key);
  const said = reason === '' ? '' : ` It says: ${reason}`;
  if (status === undefined) return passing(`The model at ${host} could not be reached.${said}`);
  if (status === 401 || status === 403)
    return new NodeFailure(
      `The model at ${host} does not accept the key (status ${status}). Check the secret.`,
      {
        code: 'model_auth',
      },
    );
  if (status === 402 || status === 429) {
    const spent = status === 402 || /insufficient_quota|billing/i.test(bodyOf(thrown));
    return new NodeFailure(`The quota of the model at ${host} is used up (status ${status}).${said}`, {
      code: 'model_quota',
      retryable: !spent,
    });
  }
  if (status >= 500 || status === 408 || status === 409)
    return passing(`The model at ${host} failed (status ${status}).${said}`);
  if (status < 400)
    return new NodeFailure(`The server at ${host} does not answer as OpenAI's API does.${said}`, {
      code: 'model_network',
    });
  return new NodeFailure(`The model at ${host} refused the request (status ${status}).${said}`, {
    code: 'model_refused',
  });
}

function passing(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'model_network', retryable: true });
}

function statusOf(thrown: unknown): number | undefined {
  const status = own(thrown, 'statusCode');
  if (typeof status === 'number') return status;
  // An answer that does not fit the API's form: the client names it so.
  return thrown instanceof Error && /TypeValidation|JSONParse|NoContent|InvalidResponse/.test(thrown.name)
    ? 200
    : undefined;
}

function bodyOf(thrown: unknown): string {
  return ownString(thrown, 'responseBody') ?? '';
}

/** The server's own sentence, short and without the key; the client's where the server gave none. */
function reasonOf(thrown: unknown, key: string | undefined): string {
  const text = messageIn(bodyOf(thrown)) ?? (thrown instanceof Error ? thrown.message : '');
  const clean = spellings(key).reduce((left, spelling) => left.replaceAll(spelling, '***'), text);
  // Servers quote keys in part.
  const masked = clean.replace(/\b(sk|key)-[\w*-]{4,}/g, '***');
  return masked.length > 300 ? `${masked.slice(0, 300)}…` : masked;
}

/** The key as it may come back: as it is stored, as a header carries it (trimmed), and as an address or JSON spells it. */
function spellings(key: string | undefined): readonly string[] {
  const trimmed = (key ?? '').trim();
  if (key === undefined || trimmed === '') return [];
  // Not `encodeURIComponent`, which throws for half a surrogate pair.
  const encoded = new URLSearchParams({ key: trimmed }).toString().slice('key='.length);
  return [key, trimmed, encoded, encoded.replaceAll('+', '%20'), JSON.stringify(trimmed).slice(1, -1)];
}

function messageIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return ownString(own(parsed, 'error'), 'message') ?? ownString(parsed, 'message');
  } catch {
    return undefined;
  }
}
