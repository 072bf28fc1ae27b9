import { createSeededRandom, eventually, type VendorFault } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText } from './documents.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorEnvironment } from './vendors.ts';

const seed = 20_261_122;
const documentCount = 100;
const faultyShare = 0.3;
/** Each costs a whole deadline of 20 to 30 seconds. */
const hangs = { openai: [2], pinecone: [5, 50] };

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await startTestFleet(vendorEnvironment);
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

const random = createSeededRandom(seed);

/** What vendors do on a bad day. */
const badAnswers: readonly Extract<VendorFault, { kind: 'status' | 'cut' | 'truncated' }>[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'cut' },
  { kind: 'truncated' },
];

const badAnswer = () =>
  random() < faultyShare ? badAnswers[Math.floor(random() * badAnswers.length)] : undefined;

/** Counts what reaches the vendors, and breaks a share of it. */
function breakVendors({ faults }: Vendors) {
  const count = { embeddingRequests: 0, embeddedTexts: 0, vectorWrites: 0, faults: 0 };
  const counted = <Fault>(fault: Fault | undefined) => {
    if (fault) count.faults += 1;
    return fault;
  };
  faults.openai = (texts) => {
    count.embeddedTexts += texts.length;
    const number = count.embeddingRequests++;
    return counted(hangs.openai.includes(number) ? { kind: 'hang' } : badAnswer());
  };
  faults.pinecone = ({ path }) => {
    if (path !== '/vectors/upsert') return undefined;
    const number = count.vectorWrites++;
    return counted(hangs.pinecone.includes(number) ? { kind: 'hang' } : badAnswer());
  };
  return count;
}

const textOf = (index: number) =>
  Array.from(
    { length: 4 + (index % 9) },
    (_, part) => `Document ${index}, paragraph ${part}: ${Array.from({ length: 12 }, random).join(' ')}.`,
  ).join('\n\n');

test(`on vendors that break 30 % of all requests every document succeeds, with one vector for each chunk (seed ${seed})`, async () => {
  const { api, database } = fleet;
  await createNamespace(api, 'docs', vendors.configs);
  const count = breakVendors(vendors);
  const texts = Array.from({ length: documentCount }, (_, index) => textOf(index));
  const chunkConfig = { chunkSize: 200, chunkOverlap: 20 };
  await Promise.all(texts.map((text) => ingestText(api, 'docs', text, {}, chunkConfig)));
  await eventually(
    async () => expect(await fleet.countByStatus()).toEqual({ SUCCESS: documentCount }),
    75_000,
  );

  const namespace = await database.namespace.findFirstOrThrow();
  const chunks = await database.chunk.findMany({ select: { vectorId: true } });
  const stored = vendors.pinecone.records(namespace.id).map((record) => record.id);
  expect(chunks.length).toBeGreaterThan(2 * documentCount);
  expect(stored.toSorted()).toEqual(chunks.map((chunk) => chunk.vectorId).toSorted());

  const amplification = {
    embeddedTexts: count.embeddedTexts / chunks.length,
    vectorWrites: count.vectorWrites / documentCount,
  };
  process.stdout.write(`${JSON.stringify({ ...count, chunks: chunks.length, amplification })}\n`);
  // Tries until one of both succeeds at 30 %: 1 / 0.7² = 2.04; hangs and unlucky batches add to it.
  expect(amplification.embeddedTexts).toBeLessThan(5);
  expect(amplification.vectorWrites).toBeLessThan(3);
}, 90_000);
