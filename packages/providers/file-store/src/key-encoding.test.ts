import { expect, test } from '@jest/globals';
import { decodeKey, encodeKey, encodePrefix } from './key-encoding.ts';

const alphabet = { unsafe: /[^a-z0-9._-]/gu, continued: '~/~' };
/** As servers of S3 have it, whose keys keep most characters. */
const readable = { unsafe: /[%]/gu, continued: '%-/%-' };
const keys = [
  '',
  '/',
  '//',
  'a',
  'a/',
  'a//b',
  '.',
  '..',
  '../../etc/passwd',
  './.a',
  'a%2Fb',
  'é ü/😀',
  '\0\n',
  '%',
  'A',
  'x'.repeat(200),
  'x'.repeat(201),
  'é'.repeat(450),
  `${'y'.repeat(200)}../z`,
];

test('every key has a path of its own and is restored from it', () => {
  const paths = keys.map((key) => encodeKey(key, alphabet));
  expect(new Set(paths).size).toBe(keys.length);
  expect(paths.map((path) => decodeKey(path, alphabet))).toEqual(keys);
});

test('no path climbs or has an empty segment', () => {
  const segments = keys.flatMap((key) => encodeKey(key, alphabet).split('/'));
  expect(segments.filter((segment) => ['', '.', '..'].includes(segment))).toEqual([]);
});

test('the path of a key begins with the path of each of its prefixes', () => {
  for (const key of keys) {
    const characters = [...key];
    for (let length = 0; length <= characters.length; length += 1) {
      const prefix = characters.slice(0, length).join('');
      expect(encodeKey(key, alphabet).startsWith(encodePrefix(prefix, alphabet))).toBe(true);
    }
  }
});

test.each([['x'.repeat(901)], ['\ud800']])('a key that no store can hold is refused', (key) => {
  expect(() => encodeKey(key, alphabet)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
});

test('no name of a path is longer than file systems hold, whatever its characters are', () => {
  for (const each of [alphabet, readable])
    for (const key of keys) {
      const path = encodeKey(key, each);
      const bytes = path.split('/').map((name) => Buffer.byteLength(name));
      expect(Math.max(...bytes)).toBeLessThanOrEqual(255);
      expect(path.split('/')).not.toContain('..');
      expect(decodeKey(path, each)).toBe(key);
      for (let length = 0; length < key.length; length += 50)
        expect(path.startsWith(encodePrefix(key.slice(0, length), each))).toBe(true);
    }
});
