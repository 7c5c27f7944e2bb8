import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** What a page must never do, collected while a test runs: uncaught errors, console errors, violations of its policy. */
export type Faults = {
  readonly list: string[] /** Leaves out faults that a test provokes on purpose. */;
  ignore(pattern: RegExp): void;
};

export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ page }, use) => {
      const list: string[] = [];
      const ignored: RegExp[] = [];
      await watch(page, list);
      await use({ list, ignore: (pattern) => ignored.push(pattern) });
      const left = list.filter((fault) => !ignored.some((pattern) => pattern.test(fault)));
      expect(left, 'errors and policy violations of the page').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Collects a page's faults into a list; for pages that a test opens beside its own. */
export async function watch(page: Page, list: string[]): Promise<void> {
  page.on('pageerror', (error) => list.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(`console: ${message.text()}`);
  });
  await page.exposeFunction('__violation', (text: string) => list.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, '__violation');
      if (typeof report === 'function')
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
}

/** Serious and critical findings of axe on the page as it stands, as readable lines. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // The app has no frames: without the ways around them the look takes half the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
}

export type Handler = (
  request: IncomingMessage,
  body: string,
) => { readonly status?: number; readonly body: string; readonly type?: string; readonly delayMs?: number };

/** A server on loopback that a page may call (CORS open). Answers `url` and the requests it saw. */
export async function fakeServer(handler: Handler): Promise<{
  readonly url: string;
  readonly requests: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}> {
  const requests: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const cors = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Allow-Methods': '*',
        'Access-Control-Allow-Private-Network': 'true',
      };
      if (request.method === 'OPTIONS') {
        response.writeHead(204, cors).end();
        return;
      }
      const body = Buffer.concat(parts).toString('utf8');
      requests.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers });
      const answer = handler(request, body);
      setTimeout(
        () =>
          response
            .writeHead(answer.status ?? 200, { ...cors, 'Content-Type': answer.type ?? 'application/json' })
            .end(answer.body),
        answer.delayMs ?? 0,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
