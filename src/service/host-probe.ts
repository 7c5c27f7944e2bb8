// Whether this origin has a host of its own. Where it has one, the doors are the host's, and the browser's store is not
// mistaken for it.
import { isObject, own } from '../model/json';

/** `unclear`: whoever answered did not say. */
export type Verdict = 'host' | 'none' | 'unclear';

/** What a health door answered, or whatever stands at its address. */
export type HealthAnswer = {
  readonly status: number;
  /** `opaqueredirect` where the answer leads somewhere else. */
  readonly type: string;
  text(): Promise<string>;
};

/**
 * Judges what came from `/api/flowdrop/health`. A host answers the result envelope with a status in it; a file server
 * answers that there is no such file, or the app's own page. A gate before the host (a login, a proxy whose host is down)
 * says neither.
 */
export async function judgeHealth(answer: HealthAnswer): Promise<Verdict> {
  const { status, type } = answer;
  if (type === 'opaqueredirect' || type === 'error' || GATES.has(status) || status >= 500) return 'unclear';
  if (status !== 200) return 'none';
  let body: unknown;
  try {
    body = JSON.parse(await answer.text());
  } catch {
    return 'none';
  }
  const data = own(body, 'data');
  return own(body, 'success') === true && isObject(data) && typeof own(data, 'status') === 'string'
    ? 'host'
    : 'none';
}

/** Unauthorized, payment, forbidden, proxy authentication, timeout, too many. */
const GATES: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 429]);

export type HostWatch = {
  /** What is known at this moment; undefined before anything is. */
  readonly known: () => Exclude<Verdict, 'unclear'> | undefined;
  /** What is known once the question that is open, or the first of this run, is answered. */
  verdict(): Promise<Exclude<Verdict, 'unclear'> | undefined>;
  /** Asks again. Never rejects. */
  ask(): Promise<void>;
};

/**
 * Asks the network for a host, and remembers the answer beyond this run of the worker: without a network, or where the
 * answer is unclear, what was last known holds.
 */
export function createHostWatch(given: {
  readonly fetchHealth: () => Promise<HealthAnswer>;
  readonly memory: { recall(): Promise<string | undefined>; remember(verdict: string): Promise<void> };
}): HostWatch {
  const { fetchHealth, memory } = given;
  let known: 'host' | 'none' | undefined;
  let asked = false;
  let open: Promise<void> | undefined;

  async function find(): Promise<void> {
    const verdict = await fetchHealth().then(judgeHealth, (): Verdict => 'unclear');
    if (verdict !== 'unclear') {
      const news = verdict !== known;
      known = verdict;
      if (news) await memory.remember(verdict).catch(() => undefined);
      return;
    }
    if (known !== undefined) return;
    const recalled = await memory.recall().catch(() => undefined);
    if (recalled === 'host' || recalled === 'none') known = recalled;
    // Nothing is known at all: the next request asks once more.
    else asked = false;
  }

  function ask(): Promise<void> {
    asked = true;
    open ??= find().finally(() => {
      open = undefined;
    });
    return open;
  }

  return {
    known: () => known,
    ask,
    async verdict() {
      if (!asked) await ask();
      else await open;
      return known;
    },
  };
}
