import type { CDPSession, Page } from '@playwright/test';

/** What a page's main thread did, in milliseconds. */
export type Work = {
  readonly script: number;
  readonly task: number;
  readonly layout: number;
  readonly style: number;
};

export type Meter = {
  /** Runs something and answers what the main thread did meanwhile. */
  during(run: () => Promise<unknown>): Promise<Work>;
};

/**
 * A meter of one page, by the protocol's `Performance.getMetrics`, in time that the page's main thread had a processor: what
 * else the machine does meanwhile counts little.
 */
export async function meterOf(page: Page): Promise<Meter> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async during(run) {
      const before = await read(session);
      await run();
      const after = await read(session);
      return {
        script: after.script - before.script,
        task: after.task - before.task,
        layout: after.layout - before.layout,
        style: after.style - before.style,
      };
    },
  };
}

async function read(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const at = (name: string) => {
    const found = metrics.find((metric) => metric.name === name);
    if (found === undefined) throw new Error(`The browser reports no ${name}.`);
    return found.value * 1000;
  };
  return {
    script: at('ScriptDuration'),
    task: at('TaskDuration'),
    layout: at('LayoutDuration'),
    style: at('RecalcStyleDuration'),
  };
}

/** After the next frame has been drawn. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
