import { expect, test } from './fixtures';
import { importDialog, nameField, nodesOfRun, outcome, run } from './support/editor';

test.describe('without a network', () => {
  test('after the first load the app opens, edits and runs with the network cut', async ({
    page,
    context,
  }) => {
    test.slow();
    await page.goto('/');
    // Everything the app consists of has been fetched once the worker is in charge.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller === null) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
    });
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Calculator and mapper' }).click();
    await expect(nameField(page)).toHaveValue('Calculator and mapper');
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await expect(page.getByRole('tree', { name: 'Value of summary' })).toHaveText(/Total 49\.75/);
    // Parts that were never opened before: code fields, the importer, settings.
    await nodesOfRun(page).getByRole('button').nth(2).click();
    await nameField(page).fill('Made offline');
    await nameField(page).press('Enter');
    await expect(page.getByRole('banner').getByText(/^saved /)).toBeVisible();
    await page.getByTestId('import-files').setInputFiles([
      {
        name: 'x.yml',
        mimeType: 'text/yaml',
        buffer: Buffer.from('id: x\nlabel: From YAML\nnodes: {}\nedges: {}\n'),
      },
    ]);
    const open = importDialog(page).getByRole('button', { name: 'Open From YAML' });
    await expect(async () => {
      if (await open.isVisible()) await open.click({ timeout: 1000 });
      await expect(nameField(page)).toHaveValue('From YAML', { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    await page.goto('/#/settings');
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
    await page.goto('/#/site/node-types/calculator');
    await expect(page.getByRole('heading', { name: 'Calculator', level: 2 })).toBeVisible();
    await page.goto('/#/site/categories');
    await expect(page.getByRole('heading', { name: 'Categories', level: 2 })).toBeVisible();
    await page.goto('/#/site/lanes');
    await expect(page.getByRole('tab', { name: 'Lanes' })).toBeVisible();
    await page.goto('/#/site/content');
    await expect(page.getByRole('heading', { name: 'No content yet' })).toBeVisible();
    for (const [part, heading] of [
      ['memory', 'Nothing is remembered'],
      ['secrets', 'Secrets'],
      ['triggers', 'Schedules and other triggers'],
    ]) {
      await page.goto(`/#/site/${part}`);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    }
    await page.goto('/#/');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Made offline', exact: true })).toBeVisible();
  });

  test('the page is served with a policy that forbids foreign code, frames and plug-ins', async ({
    page,
    faults,
  }) => {
    const response = await page.goto('/');
    const policy = response?.headers()['content-security-policy'] ?? '';
    const directives = new Map(
      policy.split(';').map((part): [string, string] => {
        const [name, ...values] = part.trim().split(' ');
        return [name ?? '', values.join(' ')];
      }),
    );
    expect(directives.get('default-src')).toBe("'self'");
    expect(directives.get('script-src')).toBe("'self'");
    expect(directives.get('worker-src')).toBe("'self'");
    expect(directives.get('object-src')).toBe("'none'");
    expect(directives.get('base-uri')).toBe("'none'");
    expect(directives.get('frame-ancestors')).toBe("'none'");
    expect(response?.headers()['x-content-type-options']).toBe('nosniff');

    // It holds: code from text does not run, and the tests would hear of every violation.
    faults.ignore(/eval|unsafe-inline|inline script|Executing inline/i);
    faults.ignore(/^policy: script-src/);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.__inline = true';
      document.body.append(script);
      return Reflect.get(window, '__inline');
    });
    expect(ran).toBeUndefined();
    await expect.poll(() => faults.list.some((fault) => fault.startsWith('policy: script-src'))).toBe(true);
  });

  test('nothing is asked of another origin', async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (/^https?:/.test(url) && !url.startsWith(baseURL ?? '')) foreign.push(url);
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Greeting from a template' }).click();
    await expect(nameField(page)).toHaveValue('Greeting from a template');
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await page.goto('/#/settings');
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
    expect(foreign).toEqual([]);
  });
});
