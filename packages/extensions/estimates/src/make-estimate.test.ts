import type { ReadableSource } from '@docfleet/api/context';
import { expect, test } from '@jest/globals';
import { readAll } from './make-estimate.ts';
import type { EstimatedItem } from './outcome.ts';

const source = { pagesAtOnce: 2 } as ReadableSource;
const item = (externalId: string): EstimatedItem => ({
  externalId,
  name: null,
  wouldBe: 'NEW',
  reason: null,
  counts: null,
});

test('what was read when the time was over is kept, and nothing further is begun', async () => {
  const over = new AbortController();
  const begun: string[] = [];
  const read = async (address: string) => {
    begun.push(address);
    if (address === 'c') over.abort();
    over.signal.throwIfAborted();
    return item(address);
  };
  const items = await readAll({ source, until: over.signal }, ['a', 'b', 'c', 'd', 'e', 'f'], read);
  expect(items.map(({ externalId }) => externalId).slice(0, 2)).toEqual(['a', 'b']);
  expect(begun).not.toContain('f');
});

test('what fails while there is time fails the estimate', async () => {
  const fail = () => Promise.reject(new Error('broken'));
  await expect(readAll({ source, until: new AbortController().signal }, ['a'], fail)).rejects.toThrow(
    'broken',
  );
});
