import { type ApiClient, type StubServer, startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkPage } from './check-page.ts';
import { hostileStrings } from './hostile-strings.ts';
import type { Scene } from './scene.ts';

/** Maximum length of each kind of name. */
const longest = { keys: 100, webhooks: 128, connections: 256 } as const;
/** An organization has no more webhooks. */
const maxWebhooks = 50;
const rowHeight = 44;

/** Creates things of all these names as far as the service takes them; returns the names that it took. */
async function createAll(
  api: ApiClient,
  path: string,
  names: readonly string[],
  bodyOf: (name: string) => object,
): Promise<string[]> {
  const taken: string[] = [];
  for (const name of names) {
    const { status } = await api.request('POST', path, { ...bodyOf(name), name });
    if (status === 201) taken.push(name);
  }
  return taken;
}

/** The texts of a list of which only what is in sight is in the page. */
async function readRows(page: Page, rows: string, count: number): Promise<Set<string>> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(rows).first().waitFor();
  const shown = new Set<string>();
  for (let scrolled = 0; scrolled < count * rowHeight; scrolled += 500) {
    for (const text of await page.locator(rows).allTextContents()) shown.add(text);
    await page.mouse.wheel(0, 500);
  }
  return shown;
}

const cut = (length: number) => hostileStrings.map((text) => text.slice(0, length).toWellFormed());
/** Fields of several lines know no other end of a line. */
const inField = (text: string) => text.replaceAll(/\r\n?/g, '\n');

/** Others' texts are shown as texts: names of keys, webhooks and connections, what receivers answer, what the trail holds. */
export function testHostileOrganization(scene: () => Scene): void {
  test('hostile names of keys are shown as they are, in the list and in the audit trail', async () => {
    const { fleet, page, visitor } = scene();
    const trimmed = cut(longest.keys).map((text) => text.trim());
    const names = await createAll(fleet.api, '/v1/api-keys', trimmed, () => ({}));
    expect(names.length).toBeGreaterThan(90);
    await visitor.open('/api-keys');
    const shown = await readRows(page, 'tbody bdi', names.length + 10);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
    await checkPage(visitor);
    await visitor.open('/audit-events?action=api_key.created');
    await page.getByRole('button', { name: 'api_key.created' }).first().click();
    const { name } = JSON.parse(await scene().textOf('Details')) as { name: string };
    expect(name).toBe(names.at(-1));
  });

  test('hostile names of webhooks and connections are shown as they are', async () => {
    const { fleet, page, visitor } = scene();
    const url = 'https://example.com/';
    const webhooks = await createAll(
      fleet.api,
      '/v1/webhooks',
      cut(longest.webhooks).slice(0, maxWebhooks - 5),
      () => ({ url }),
    );
    await visitor.open('/webhooks');
    const links = 'tbody a';
    const shownWebhooks = await readRows(page, links, webhooks.length + 5);
    expect(webhooks.filter((name) => !shownWebhooks.has(name))).toEqual([]);
    await checkPage(visitor);

    const connection = { namespaceId: 'handbook', connector: 'GOOGLE_DRIVE' };
    const connections = await createAll(
      fleet.api,
      '/v1/connections',
      cut(longest.connections),
      () => connection,
    );
    expect(connections.length).toBeGreaterThan(90);
    await visitor.open('/n/handbook/connections');
    const shown = await readRows(page, links, connections.length);
    expect(connections.filter((name) => !shown.has(name))).toEqual([]);
  });

  test('whatever a receiver answers is shown as text', async () => {
    const { fleet, page, visitor, textOf } = scene();
    const receiver: StubServer = await startStubServer(() => ({ status: 204, body: '' }));
    const webhook = await fleet.api.request<{ webhook: { id: string } }>('POST', '/v1/webhooks', {
      url: receiver.url,
    });
    const { id } = webhook.body.data.webhook;
    const sent = await fleet.api.request<{ deliveryId: string }>('POST', `/v1/webhooks/${id}/test`);
    const { deliveryId } = sent.body.data;
    // A receiver would have to answer each of them once; what its answers become is the dispatcher's affair.
    const texts = cut(1_024);
    const attempts = texts.map((text, index) => ({
      deliveryId,
      number: index + 1_000,
      startedAt: new Date(),
      durationMs: 5,
      statusCode: 500,
      error: text || 'none',
      responseExcerpt: text,
    }));
    await fleet.database.webhookAttempt.createMany({ data: attempts });
    await visitor.open(`/webhooks/${id}/deliveries/${deliveryId}`);
    const last = `Response to attempt ${attempts.at(-1)?.number}`;
    await page.getByRole('textbox', { name: last, exact: true }).waitFor();
    expect(await textOf(last)).toBe(inField(texts.at(-1) ?? ''));
    const shown = await page
      .locator('.attempt textarea')
      .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    expect(shown.slice(0, texts.length)).toEqual(texts.map(inField).toReversed());
    expect([visitor.violations, visitor.complaints]).toEqual([[], []]);
    await receiver.close();
  });
}
