import { expect, test } from '@jest/globals';
import { causesOf } from './app-error.ts';

test('causes are listed from the outermost to the innermost', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const failed = new TypeError('fetch failed', { cause: refused });
  expect(causesOf(failed)).toEqual([failed, refused]);
  expect(causesOf(new Error('a message', { cause: 'no error' }))).toHaveLength(1);
  expect(causesOf(undefined)).toEqual([]);
});

test('errors that cause each other come to an end', () => {
  const [one, other] = [new Error('one'), new Error('other')];
  one.cause = other;
  other.cause = one;
  expect(causesOf(one).length).toBeLessThan(100);
});
