import { expect, test } from '@jest/globals';
import { preferModel } from './prefer-model.ts';

test('without a model hub the quickstart searches with the sentence model that docfleet contains', async () => {
  const lines: string[] = [];
  const fetch = () => Promise.reject(new Error('This machine has no internet'));
  const source = { directory: 'no-such-folder', hubUrl: undefined, fetch };
  expect(await preferModel(source, (line) => lines.push(line))).toBe('all-minilm-l6-v2');
  expect(lines).toEqual([]);
});
