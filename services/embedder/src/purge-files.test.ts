import type { FileStore } from '@docfleet/file-store';
import { expect, test } from '@jest/globals';
import { removeFiles } from './purge-documents.ts';

const { signal } = new AbortController();

test.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [2_001, [1_000, 1_000, 1]],
])('%d files are removed a thousand at a time, and counted', async (count, batches) => {
  const keys = Array.from({ length: count }, (_, index) => `d/${index}`);
  const removed: (readonly string[])[] = [];
  const fileStore = {
    async *list(prefix: string) {
      yield* prefix === 'd/' ? keys : ['another'];
    },
    async remove(batch: readonly string[]) {
      removed.push(batch);
    },
  } as unknown as FileStore;
  expect(await removeFiles(fileStore, 'd/', signal)).toBe(count);
  expect(removed.map(({ length }) => length)).toEqual(batches);
  expect(removed.flat()).toEqual(keys);
});
