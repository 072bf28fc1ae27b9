import { expect, test } from '@jest/globals';
import { describeKey } from './credentials.ts';

const credentialsFile = '/data/credentials.json';

test('the first start shows its key on a terminal', () => {
  expect(describeKey({ apiKey: 'df_live_a', credentialsFile, isNewKey: true }, true)).toBe('df_live_a');
});

test.each([
  ['the first start whose output is kept', true, false],
  ['a later start on a terminal', false, true],
  ['a later start whose output is kept', false, false],
])('%s names the file of its key, and does not show the key', (_start, isNewKey, isTerminal) => {
  const said = describeKey({ apiKey: 'df_live_a', credentialsFile, isNewKey }, isTerminal);
  expect(said).toBe(`in ${credentialsFile}`);
});
