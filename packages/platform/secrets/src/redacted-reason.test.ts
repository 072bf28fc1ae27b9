import { expect, test } from '@jest/globals';
import { redactedReason } from './vault.ts';

const key = 'Q7abc';

test.each([
  ['Incorrect API key provided: Q7abc.', 'Incorrect API key provided: [key].'],
  [
    'Incorrect API key provided: sk-pr****wxyz. See https://example.com/keys',
    'Incorrect API key provided: [key]. See https://example.com/keys',
  ],
  ['Header "Bearer abcdef" is wrong', 'Header "[key] is wrong'],
  ['token vK3u8sJq2LmN4pR6tX0zA1bC was revoked', 'token [key] was revoked'],
  ['model embed-multilingual-light-v3.0 not found', 'model embed-multilingual-light-v3.0 not found'],
  ['two\n  lines', 'two lines'],
])('%j is shown as %j', (sentence, shown) => {
  expect(redactedReason(sentence, [key])).toBe(shown);
});

test('a key at the cut does not come through in part', () => {
  const long = 'k'.repeat(100);
  expect(redactedReason(`${'a b '.repeat(70)}${long}`, [long])).not.toContain('kk');
});

test.each([
  ['to', 'too long to embed: 512 tokens'],
  ['oken', 'too long: 512 tokens'],
])('the key %j is not cut out of words', (short, sentence) => {
  expect(redactedReason(sentence, [short])).toBe(sentence);
});

test('a secret that is a part of another leaves nothing of either', () => {
  expect(redactedReason('client Q7abc, secret Q7abcdef', ['Q7abc', 'Q7abcdef'], false)).toBe(
    'client [key], secret [key]',
  );
});

test('an id that looks like a key is shown where ids do', () => {
  const sentence = 'File not found: vK3u8sJq2LmN4pR6tX0zA1bC';
  expect(redactedReason(sentence, [key], false)).toBe(sentence);
});
