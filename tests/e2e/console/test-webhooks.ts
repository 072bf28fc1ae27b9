import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyWebhook } from '@docfleet/sdk';
import { eventually, reserveFreePort } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { ingestText } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';

/** Webhooks, from the first to the last. */
export function testWebhooks(scene: () => Scene): void {
  let signingKey: string;

  test('a webhook is created by keyboard; its key is shown once, with a receiver', async () => {
    const { field, heading, page, receiver, textOf, visitor } = scene();
    await visitor.open('/webhooks');
    await heading('No webhooks yet');
    await page.getByRole('link', { name: 'New webhook' }).press('Enter');
    await field('Address').fill('https://user:password@example.com');
    await field('Name').fill('search index');
    await page.reload();
    expect(await textOf('Name')).toBe('search index');
    await page.getByRole('checkbox', { name: /^Job runs/ }).press('Space');
    await page.getByRole('checkbox', { name: /^Ready/ }).press('Space');
    await field('Name').press('Enter');
    await page.getByText('must not contain a user name or password').first().waitFor();
    await checkPage(visitor);
    await field('Address').fill(`${receiver.url}/hook`);
    await field('Address').press('Enter');
    await field('Signing key').waitFor();
    signingKey = await textOf('Signing key');
    expect(signingKey).toMatch(/^whsec_[A-Za-z0-9+/=]{20,}$/);
    expect(await textOf('Receiver')).toContain('verifyWebhook');
    await checkPage(visitor);
    await page.getByRole('link', { name: 'I have copied the key' }).press('Enter');
    await page.getByText('6 of 17 types of events').waitFor();
    expect(await page.content()).not.toContain(signingKey);
    await visitor.open('/webhooks');
    await page.getByRole('link', { name: 'search index' }).waitFor();
    await checkPage(visitor);
  });

  test('a test event is seen as it is delivered', async () => {
    const { heading, page, press, receiver, textOf } = scene();
    await page.getByRole('link', { name: 'search index' }).click();
    await heading('No deliveries yet');
    await press('Send test event');
    await page.getByRole('row', { name: /WEBHOOK_TEST Succeeded 204/ }).waitFor();
    await page.getByRole('link', { name: 'WEBHOOK_TEST' }).focus();
    await page.keyboard.press('Enter');
    await heading('Attempt 1');
    const received = receiver.requests[0]?.json as { requestId: string };
    const shown = JSON.parse(await textOf('Payload'));
    expect(shown).toMatchObject({
      ...received,
      timestamp: expect.any(String),
    });
    expect(await textOf('Headers')).toContain(`webhook-id: ${received.requestId}`);
  });

  test('the command sends the same again, with a signature that is good', async () => {
    const { receiver, textOf } = scene();
    const command = await textOf('Command');
    const before = receiver.requests.length;
    const environment = { PATH: process.env['PATH'], SIGNING_KEY: signingKey };
    await promisify(execFile)('bash', ['-ec', command], { env: environment, timeout: 20_000 });
    const { body, headers, json } = receiver.requests[before] ?? receiver.requests[0]!;
    expect(await verifyWebhook({ body, headers, signingKey })).toEqual(json);
    const { timestamp: _now, ...sent } = json as Record<string, unknown>;
    expect(JSON.parse(await textOf('Payload'))).toMatchObject(sent);
  });

  test('what a receiver that fails says is shown as text, and a replay succeeds once it works', async () => {
    const { respond, heading, page, press, textOf, visitor } = scene();
    respond(500, 'The index is out of order');
    await page.getByRole('link', { name: 'All deliveries of the webhook' }).click();
    await press('Send test event');
    await page
      .getByRole('row', { name: /WEBHOOK_TEST Failed 500/ })
      .getByRole('link')
      .click();
    await heading('Attempt 2');
    expect(await textOf('Response to attempt 2')).toBe('The index is out of order');
    await checkPage(visitor, 'webhook-delivery');
    await page.getByRole('link', { name: 'All deliveries of the webhook' }).click();
    await page.getByText('Deliveries are failing').waitFor();
    await checkPage(visitor, 'webhook');
    await page
      .getByRole('row', { name: /Failed/ })
      .getByRole('link')
      .click();
    respond(200, 'thank you');
    await press('Replay');
    await heading('Attempt 3');
    expect(await textOf('Response to attempt 3')).toBe('thank you');
    await heading(/WEBHOOK_TEST\s*Succeeded/);
  });

  test('a delivery names the documents and the run that it reports', async () => {
    const { fleet, page, visitor } = scene();
    await ingestText(fleet.api, 'handbook', 'The canteen opens at noon.', { name: 'Canteen' });
    await page.getByRole('link', { name: 'All deliveries of the webhook' }).click();
    await page.getByRole('link', { name: 'DOCUMENTS_READY' }).click();
    await page.getByRole('definition').getByRole('link', { name: 'Canteen' }).waitFor();
    await page.getByRole('definition').getByRole('link', { name: 'Show the run' }).waitFor();
    await checkPage(visitor);
  });

  test('the log is narrowed by status and event, and the address says so', async () => {
    const { heading, page } = scene();
    await page.getByRole('link', { name: 'All deliveries of the webhook' }).click();
    await page.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('option', { name: 'Failed' }).press('Enter');
    await heading('No delivery matches');
    expect(new URL(page.url()).search).toBe('?status=FAILED');
  });

  test('a webhook is changed, given another key, disabled, enabled and deleted', async () => {
    const { field, heading, page, press } = scene();
    await page.getByRole('link', { name: 'Edit' }).click();
    await field('Name').fill('answers');
    await page.getByRole('checkbox', { name: 'handbook' }).check();
    await press('Save');
    await heading(/answers\s*Active/);
    await page.getByRole('definition').getByText('handbook').waitFor();

    await press('Rotate key');
    await press('Rotate');
    const secret = page.getByRole('textbox', { name: 'Signing key' });
    await secret.waitFor();
    expect(await secret.inputValue()).not.toBe(signingKey);
    await page.keyboard.press('Escape');
    await press('I have the key');
    await page.getByText('Previous key valid until').waitFor();

    await press('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await heading(/answers\s*Disabled/);
    await press('Enable');
    await heading(/answers\s*Active/);
    await press('Delete');
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await page.getByLabel('Type answers to confirm').fill('answer');
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Type answers to confirm').fill('answers');
    await remove.click();
    await heading('No webhooks yet');
  });

  test('the receiver that is shown takes what is genuine and nothing else', async () => {
    const { field, page, press, textOf, visitor } = scene();
    const port = await reserveFreePort();
    await visitor.open('/webhooks/new');
    await field('Address').fill(`http://127.0.0.1:${port}/`);
    await press('Create webhook');
    await field('Signing key').waitFor();
    const program = (await textOf('Receiver')).replace('3000', String(port));
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { SIGNING_KEY: await textOf('Signing key') },
      stdio: 'ignore',
    });
    try {
      await eventually(async () => {
        const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
        expect(forged.status).toBe(401);
      }, 20_000);
      await page.getByRole('link', { name: 'I have copied the key' }).click();
      await press('Send test event');
      await page.getByRole('row', { name: /WEBHOOK_TEST Succeeded 204/ }).waitFor();
    } finally {
      child.kill();
    }
  });
}
