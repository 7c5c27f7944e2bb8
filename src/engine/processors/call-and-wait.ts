import { isObject, type Json } from '../../model/json';
import { answeredBy } from './answered';
import { type Execute, NodeFailure, resumable } from './types';
import { numberParameter, parameter, textParameter } from './values';

/** INT-20: the longest wait, in seconds. */
const LONGEST_WAIT = 30 * 24 * 3600;

/**
 * `call_and_wait`: asks another system and waits for its callback. INT-20: the address is judged, the interrupt is there, the
 * request is made, the run pauses, in this order. A call that fails leaves no open interrupt.
 */
export const callAndWait: Execute = resumable(
  async (parameters, { interrupts, network, signal, now }) => {
    const url = textParameter(parameters, 'url').trim();
    if (url === '')
      throw new NodeFailure('There is no address to call: give "url" one.', { code: 'request_invalid' });
    const seconds = numberParameter(parameters, 'expires_in', 0);
    if (!(seconds > 0 && seconds <= LONGEST_WAIT)) {
      const message = `The wait is bounded: "expires_in" is more than 0 and at most ${LONGEST_WAIT} seconds, not ${seconds}.`;
      throw new NodeFailure(message, { code: 'expiry_invalid' });
    }
    if (interrupts === undefined) throw needsHost();
    const allowInternal = parameter(parameters, 'allow_internal_requests') === true;
    await network.check?.(url, { allowInternal });
    const raised = await interrupts.open({
      type: 'external_call',
      message: 'Waits for the answer of another system.',
      expires: now() + seconds * 1000,
    });
    const callback_url = interrupts.callbackUrl(raised);
    const withdrawn = (reason: string) => interrupts.withdraw(raised, reason);
    if (callback_url === undefined) {
      await withdrawn('Nothing can be reached from outside here.');
      throw needsHost();
    }
    try {
      const response = await network.request(
        {
          url,
          method: 'POST',
          headers: headersOf(parameter(parameters, 'headers')),
          body: JSON.stringify({
            payload: parameter(parameters, 'payload'),
            interrupt_id: raised.identity?.id ?? '',
            callback_url,
          }),
          followRedirects: true,
          timeoutMs: numberParameter(parameters, 'timeout', 30) * 1000,
          ...(allowInternal ? { allowInternal } : {}),
        },
        signal,
      );
      if (response.status >= 400) {
        const message = `The other system refused the call with status ${response.status}.`;
        throw new NodeFailure(message, { code: 'call_refused', details: { status: response.status } });
      }
    } catch (cause) {
      // One that has been answered had gone out.
      if (await withdrawn('The call failed.')) throw cause;
    }
    throw raised;
  },
  (_parameters, _context, row) => ({
    outputs: {
      response: row.response,
      interrupt_id: row.id,
      response_time: answeredBy(row).response_time ?? null,
    },
  }),
);

function needsHost(): NodeFailure {
  const message = 'Another system can answer only where it can reach this run; run the workflow on a host.';
  return new NodeFailure(message, { code: 'callbacks_unavailable' });
}

function headersOf(given: Json): Record<string, string> {
  const headers: [string, string][] = [['content-type', 'application/json']];
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    headers.push([name.toLowerCase(), text]);
  }
  return Object.fromEntries(headers);
}
