import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

test('what was embedded while the vector store was away is stored when it is back, and not embedded again', async () => {
  await createNamespace(fleet.api, 'paid-once', vendors.configs);
  const before = vendors.openai.served.inputs;
  let refused = 0;
  vendors.faults.pinecone = ({ path }) => {
    if (!path.endsWith('/vectors/upsert')) return undefined;
    refused += 1;
    return { status: 503, body: { message: 'upgrading' } };
  };
  const text = Array.from({ length: 60 }, (_, index) => `The heron of pond ${index} stands on one leg.`).join(
    '\n\n',
  );
  const { ingestJobRunId, documents } = await ingestText(
    fleet.api,
    'paid-once',
    text,
    {},
    { chunkSize: 20, chunkOverlap: 0 },
  );
  await eventually(() => expect(refused).toBeGreaterThan(2));
  vendors.faults.pinecone = undefined;
  await waitForRun(fleet.api, 'paid-once', ingestJobRunId);
  const document = await fleet.api.request<{ document: { documentProperties: { embeddingCount: number } } }>(
    'GET',
    `/v1/documents/${documents[0]?.id}`,
  );
  expect(document.body.data.document.documentProperties.embeddingCount).toBeGreaterThan(20);
  expect(vendors.openai.served.inputs - before).toBe(
    document.body.data.document.documentProperties.embeddingCount,
  );
});
