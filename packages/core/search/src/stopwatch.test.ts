import { expect, test } from '@jest/globals';
import { createStopwatch } from './search-request.ts';

test('a step that runs twice is one sum, and a step that fails is measured too', async () => {
  const { time, timings } = createStopwatch();
  expect(await time('store', async () => 'hit')).toBe('hit');
  await time('store', async () => 'hit');
  await expect(time('rows', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(Object.keys(timings)).toEqual(['store', 'rows']);
});
