import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { database, namespace } from '../../test/domain.fixture.ts';
import { readKeywordStatistics, sampleChunks } from './keyword-sample.ts';

const common = 4_000_000_000;

async function sample(count: number) {
  const chunks = Array.from({ length: count }, (_, index) => ({
    namespaceId: namespace.id,
    documentId: randomUUID(),
    vectorId: `chunk ${index}`,
    termIds: index % 4 === 0 ? [common, index] : [index],
  }));
  for (let from = 0; from < count; from += 500) await sampleChunks(database, chunks.slice(from, from + 500));
  return readKeywordStatistics(database, namespace.id);
}

test('nearly all chunks of a small namespace count, with what each of them has', async () => {
  const { chunkCount, frequencies } = await sample(2_000);
  expect(chunkCount).toBeGreaterThan(1_900);
  expect((frequencies.get(common) ?? 0) / chunkCount).toBeCloseTo(0.25, 1);
  const single = Array.from({ length: 2_000 }, (_, index) => frequencies.get(index) ?? 0);
  expect(single.filter((frequency) => frequency === 1).length).toBe(chunkCount);
});

test('of a large namespace a bounded number of chunks counts, and shares hold', async () => {
  const { chunkCount, frequencies } = await sample(20_000);
  expect(chunkCount).toBeGreaterThan(4_000);
  expect(chunkCount).toBeLessThan(13_000);
  expect((frequencies.get(common) ?? 0) / chunkCount).toBeCloseTo(0.25, 1);
});
