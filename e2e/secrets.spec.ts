import { expect, fakeServer, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import { allowInternal, everythingStored, nodesOfRun, openWorkflow, outcome, run } from './support/editor';

const CANARY = 'canary-5e1f-7Q';

test('a secret is added, used by a run, and is nowhere but at the server; under a passphrase it waits for that', async ({
  page,
}) => {
  const server = await fakeServer((request) => ({
    body: JSON.stringify({ echo: request.headers.authorization ?? '' }),
  }));
  try {
    await openWorkflow(
      page,
      workflow('mail', 'Mail', {
        nodes: [
          node('text_input.1', 'Address', [0, 0], { defaultValue: `${server.url}/send` }),
          node('http_request.1', 'Send', [1, 0], {
            headers: { Authorization: 'Bearer ${{ secrets.MAIL_KEY }}' },
          }),
        ],
        edges: [wire('text_input.1:text', 'http_request.1:url')],
      }),
    );
    await allowInternal(page);

    // The page says what is missing, by the name that the workflow refers to.
    await page.goto('/#/site/secrets');
    const row = page.getByRole('listitem').filter({ hasText: 'MAIL_KEY' });
    await expect(row).toContainText('missing');
    await expect(row.getByRole('link', { name: 'Mail' })).toBeVisible();
    await page.getByRole('button', { name: 'Add MAIL_KEY' }).click();
    const form = page.getByRole('dialog', { name: 'Add a secret' });
    await form.getByLabel('Value').fill(CANARY);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(row).toContainText('stored');
    await expect(row.getByRole('button', { name: 'Copy the reference of MAIL_KEY' })).toBeFocused();

    await row.getByRole('link', { name: 'Mail' }).click();
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    await nodesOfRun(page).getByRole('button', { name: 'Send' }).click();
    await expect(
      page.getByRole('tree', { name: 'Value of headers' }).filter({ hasText: '<secret>' }),
    ).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of body' }).first()).toContainText('Bearer <secret>');
    expect(await page.content()).not.toContain(CANARY);
    const rows = await everythingStored(page);
    // The search sees what it should.
    expect(rows).toContain('<secret>');
    expect(rows).toContain('MAIL_KEY');
    for (const spelling of [CANARY, [...Buffer.from(CANARY)].join(','), btoa(CANARY).replace(/=+$/, '')])
      expect(rows).not.toContain(spelling);

    await page.goto('/#/site/secrets');
    await page.getByRole('button', { name: 'Set a passphrase' }).click();
    const set = page.getByRole('dialog', { name: 'Set a passphrase' });
    await set.getByLabel('Passphrase').fill('correct horse battery');
    await set.getByLabel('The same again').fill('correct horse battery');
    await set.getByRole('button', { name: 'Set a passphrase' }).click();
    await expect(set).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^The secrets are locked/)).toBeVisible();
    await row.getByRole('link', { name: 'Mail' }).click();
    await run(page);
    await expect(outcome(page)).toContainText('The run failed after');
    await expect(
      page
        .getByRole('tabpanel', { name: 'Run' })
        .getByText(/Unlock the secrets/)
        .first(),
    ).toBeVisible();
    expect(server.requests).toHaveLength(1);

    await page.goto('/#/site/secrets');
    await page.getByRole('button', { name: 'Unlock' }).click();
    const unlock = page.getByRole('dialog', { name: 'Unlock the secrets' });
    await unlock.getByLabel('Passphrase').fill('correct horse battery');
    await unlock.getByRole('button', { name: 'Unlock' }).click();
    await expect(unlock).toHaveCount(0);
    await row.getByRole('link', { name: 'Mail' }).click();
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    expect(server.requests).toHaveLength(2);
  } finally {
    await server.close();
  }
});
