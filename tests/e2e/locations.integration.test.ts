import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await joinFleet();
  await createNamespace(fleet.api, 'places');
}, 240_000);
afterAll(() => fleet?.remove());

const rows = Array.from({ length: 300 }, (_, index) => `bolt-${index},shelf ${index * 7919}`);
const csvOf = (...above: string[]) => ['Part,Place', ...above, ...rows].join('\n');

async function ingestCsv(content: string): Promise<void> {
  const fields = {
    namespaceId: 'places',
    config: '{"externalId":"parts"}',
    chunkConfig: '{"chunkSize":120,"chunkOverlap":0}',
  };
  const file = { name: 'parts.csv', content };
  const { body } = await fleet.api.upload<{ ingestJobRunId: string }>('/v1/ingest/file', fields, file);
  await waitForRun(fleet.api, 'places', body.data.ingestJobRunId);
}

/** Whether the best result has the part, and the record in which the part then stands, counted from that of the first line. */
async function locationOf(part: string) {
  const [hit] = await search(fleet.api, 'places', part);
  const lines = hit?.content.split('\n').filter((line) => /^\| (?:bolt|nut)-/.test(line)) ?? [];
  const index = lines.findIndex((line) => line.startsWith(`| ${part} |`));
  const [first = 0, last = 0] = hit?.location?.rows ?? [];
  // Records that a header is repeated above begin with it.
  expect(last - first + 1).toBe(lines.length);
  return { has: index >= 0, isAround: first + index };
}

const chunkVectors = async () => {
  const document = await fleet.database.document.findFirstOrThrow({ where: { externalId: 'parts' } });
  const chunks = await fleet.database.chunk.findMany({
    where: { documentId: document.id, revision: document.activeRevision ?? 0 },
  });
  return new Set(chunks.map(({ vectorId }) => vectorId));
};

test('a result keeps its place when its document is ingested again and most of its vectors are kept', async () => {
  await ingestCsv(csvOf());
  // The header is the first record.
  expect(await locationOf('bolt-200')).toMatchObject({ has: true, isAround: 202 });
  const vectors = await chunkVectors();
  await ingestCsv(csvOf('nut-1,cellar', 'nut-2,cellar', 'nut-3,cellar'));
  const kept = [...(await chunkVectors())].filter((id) => vectors.has(id));
  expect(kept.length).toBeGreaterThan(vectors.size / 2);
  expect(await locationOf('bolt-200')).toMatchObject({ has: true, isAround: 205 });
});
