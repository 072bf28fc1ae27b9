import type { EstimatedItem } from '@docfleet/domain/conversion';
import { expect, test } from '@jest/globals';
import type { ScraperContext } from '../context.ts';
import { readAll } from './estimating.ts';

const context = { settings: { pagesOfHostAtOnce: 2 } } as ScraperContext;
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
  const items = await readAll({ context, until: over.signal }, ['a', 'b', 'c', 'd', 'e', 'f'], read);
  expect(items.map(({ externalId }) => externalId).slice(0, 2)).toEqual(['a', 'b']);
  expect(begun).not.toContain('f');
});

test('what fails while there is time fails the estimate', async () => {
  const fail = () => Promise.reject(new Error('broken'));
  await expect(readAll({ context, until: new AbortController().signal }, ['a'], fail)).rejects.toThrow(
    'broken',
  );
});
