import type { CDPSession, Page } from '@playwright/test';

/** What a page's main thread did, in milliseconds: in time that it had a processor, but for `scriptWall`. */
export type Work = {
  readonly script: number;
  /** The same scripting by the clock on the wall, with whatever else the machine did meanwhile. */
  readonly scriptWall: number;
  readonly task: number;
  readonly layout: number;
  readonly style: number;
};

export type Meter = {
  /** Runs something and answers what the main thread did meanwhile. */
  during(run: () => Promise<unknown>): Promise<Work>;
};

/** A meter of one page, by the protocol's `Performance.getMetrics`, one session for each clock. */
export async function meterOf(page: Page): Promise<Meter> {
  const own = await page.context().newCDPSession(page);
  await own.send('Performance.enable', { timeDomain: 'threadTicks' });
  const wall = await page.context().newCDPSession(page);
  await wall.send('Performance.enable', { timeDomain: 'timeTicks' });
  const read = async (): Promise<Work> => {
    const [at, atWall] = [await metricsOf(own), await metricsOf(wall)];
    return {
      script: at('ScriptDuration'),
      scriptWall: atWall('ScriptDuration'),
      task: at('TaskDuration'),
      layout: at('LayoutDuration'),
      style: at('RecalcStyleDuration'),
    };
  };
  return {
    async during(run) {
      const before = await read();
      await run();
      const after = await read();
      return {
        script: after.script - before.script,
        scriptWall: after.scriptWall - before.scriptWall,
        task: after.task - before.task,
        layout: after.layout - before.layout,
        style: after.style - before.style,
      };
    },
  };
}

/** Answers a metric by its name, in milliseconds. */
async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => {
    const found = metrics.find((metric) => metric.name === name);
    if (found === undefined) throw new Error(`The browser reports no ${name}.`);
    return found.value * 1000;
  };
}

/** After the next frame has been drawn. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
