import { ASK_HOST, type HostStanding, readHostAnswer } from '../../worker/service-protocol';

/** How long the Service Worker may take to say, in milliseconds. */
const PATIENCE = 8_000;

/** Asks the Service Worker whether this address has a host of its own. `unknown` where there is no worker. */
export async function askHost(): Promise<HostStanding> {
  if (!('serviceWorker' in navigator)) return 'unknown';
  const registration = await navigator.serviceWorker.getRegistration();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (worker === undefined || worker === null) return 'unknown';
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<HostStanding>((resolve) => {
    port1.onmessage = ({ data }) => resolve(readHostAnswer(data));
    setTimeout(() => resolve('unknown'), PATIENCE);
  });
  worker.postMessage(ASK_HOST, [port2]);
  return answered.finally(() => port1.close());
}
