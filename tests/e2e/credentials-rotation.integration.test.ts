import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

const documentCount = 300;
const newKey = 'sk-the-new-one';
const keyChanged = Promise.withResolvers<void>();

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors({
    // Documents are in flight until the key has changed, however long that takes.
    holdEmbedding: (texts) => (texts.some((text) => text.includes('otter')) ? keyChanged.promise : undefined),
  });
  fleet = await joinFleet();
  await createNamespace(fleet.api, 'docs', vendors.configs);
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

/** Requests that the vendor refused for their key. */
const refusals = () =>
  vendors.openai.requests.filter(({ headers }) => headers.authorization !== `Bearer ${newKey}`);

test('a key is changed, and the old one revoked at once, while hundreds of documents are in flight: none of them fails', async () => {
  const texts = Array.from(
    { length: documentCount },
    (_, index) => `The ${index}th otter counts ${index * 31} fish.`,
  );
  const ingested = Promise.all(texts.map((text) => ingestText(fleet.api, 'docs', text)));
  await eventually(
    async () => expect((await fleet.countByStatus())['PROCESSING']).toBeGreaterThan(100),
    60_000,
  );
  vendors.openai.acceptKeys([vendors.openai.apiKey, newKey]);
  const { status } = await fleet.api.request('PATCH', '/v1/namespaces/docs', {
    embeddingModelConfig: { ...vendors.configs.embeddingModelConfig, apiKey: newKey },
  });
  expect(status).toBe(200);
  vendors.openai.acceptKeys([newKey]);
  keyChanged.resolve();
  const before = await fleet.countByStatus();
  expect(before['SUCCESS']).toBeUndefined();
  await ingested;
  await eventually(
    async () => expect(await fleet.countByStatus()).toEqual({ SUCCESS: documentCount }),
    60_000,
  );
  expect(refusals().length).toBeGreaterThan(0);
  process.stdout.write(`${JSON.stringify({ atTheChange: before, oldKeyRequests: refusals().length })}\n`);
  const [hit] = await search(fleet.api, 'docs', texts[7] ?? '');
  expect(hit?.content).toBe(texts[7]);
}, 180_000);

test('a key that is refused and still configured fails its documents, with the setting to correct', async () => {
  vendors.openai.acceptKeys(['sk-another']);
  await ingestText(fleet.api, 'docs', 'No one pays for this one.');
  const failed = await eventually(
    () =>
      fleet.database.document.findFirstOrThrow({
        where: { status: 'FAILED', organizationId: fleet.organizationId },
      }),
    20_000,
  );
  expect(failed.ingestionError).toMatch(/embeddingModelConfig.apiKey/);
});
