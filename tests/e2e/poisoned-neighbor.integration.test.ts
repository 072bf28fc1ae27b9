import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

const hangingDocuments = 200;

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
  await createNamespace(fleet.api, 'healthy');
  await createNamespace(fleet.api, 'poisoned', vendors.configs);
  vendors.faults.openai = () => ({ kind: 'hang' });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

test(`${hangingDocuments} documents that wait for a model which never answers do not delay those of another namespace`, async () => {
  const texts = Array.from(
    { length: hangingDocuments },
    (_, index) => `No one will ever embed text ${index}.`,
  );
  await Promise.all(texts.map((text) => ingestText(fleet.api, 'poisoned', text)));
  await eventually(async () => expect((await fleet.countByStatus())['PROCESSING']).toBeGreaterThan(20));
  await ingestText(fleet.api, 'healthy', 'The heron stands at the pond.');
  await eventually(async () => {
    const [hit] = await search(fleet.api, 'healthy', 'heron');
    expect(hit?.content).toMatch(/pond/);
  });
  expect((await fleet.countByStatus())['SUCCESS']).toBe(1);
});
