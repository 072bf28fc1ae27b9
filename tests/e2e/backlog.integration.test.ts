import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorEnvironment } from './vendors.ts';

const windowSize = 10;
const documents = 60;

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await startTestFleet({ ...vendorEnvironment, NAMESPACE_WINDOW: String(windowSize) });
  await createNamespace(fleet.api, 'small');
  await createNamespace(fleet.api, 'large', vendors.configs);
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

const texts = Array.from({ length: documents }, (_, index) => `Text ${index} of a large namespace.`);

test('beyond its window a namespace waits in the database, others do not wait for it, and all of it is ingested in the end', async () => {
  vendors.faults.openai = () => ({ kind: 'status', status: 503 });
  // One after the other: what comes at the very same moment may exceed the window a little.
  for (const text of texts) await ingestText(fleet.api, 'large', text);
  const { BACKLOG = 0 } = await fleet.countByStatus();
  expect(BACKLOG).toBe(documents - windowSize);

  const { ingestJobRunId } = await ingestText(fleet.api, 'small', 'The heron stands at the pond.');
  await waitForRun(fleet.api, 'small', ingestJobRunId);
  const [hit] = await search(fleet.api, 'small', 'heron');
  expect(hit?.content).toMatch(/pond/);
  expect((await fleet.countByStatus())['BACKLOG']).toBe(BACKLOG);

  vendors.faults.openai = () => undefined;
  await eventually(
    async () => expect(await fleet.countByStatus()).toEqual({ SUCCESS: documents + 1 }),
    90_000,
  );
}, 150_000);
