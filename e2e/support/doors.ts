// Another program of this address: a page that is none of the app's, and what it asks of the doors.
import type { BrowserContext, Page } from '@playwright/test';
import type { Json, Workflow } from './documents';

export type Reply = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** The body as JSON; its text where it is none. */
  readonly body: { readonly [key: string]: Json } & { readonly data?: unknown };
};

/** Waits until the Service Worker is in charge of the page. */
export async function inCharge(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    }
  });
}

/** Opens the app once, as its Service Worker needs; then a page of the same address that is not the app. */
export async function otherProgram(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await inCharge(page);
  await page.goto('/favicon.svg');
  return page;
}

export async function door(
  page: Page,
  method: string,
  path: string,
  body?: Json | Workflow,
  headers: { readonly [name: string]: string } = {},
): Promise<Reply> {
  return await page
    .evaluate(
      async ([asked, address, sent, worn]) => {
        const response = await fetch(address, {
          method: asked,
          headers: worn,
          ...(sent === null ? {} : { body: sent }),
        });
        const text = await response.text();
        let parsed: unknown = text;
        try {
          parsed = JSON.parse(text);
        } catch {
          // What is no JSON stays text.
        }
        return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed };
      },
      [
        method,
        path,
        body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        headers,
      ] as const,
    )
    .then((reply): Reply => Object(reply));
}
