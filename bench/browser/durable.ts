// Hands what the bench asks for to a worker, as the editor does with its engine, and shows the answer to the bench.
import type { Asked, Measured } from './durable-worker';

declare global {
  interface Window {
    measure(asked: Asked): Promise<Measured>;
  }
}

window.measure = (asked) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./durable-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Measured>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(asked);
  });
document.title = 'ready';
