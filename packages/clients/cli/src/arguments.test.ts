import { expect, test } from '@jest/globals';
import { readAddress, readFields, readInteger, readShare, readSome } from './arguments.ts';

test('fields are typed as they look, and a key that comes again has several values', () => {
  const texts = [
    'team=people',
    'year=2026',
    'open=true',
    'code=007',
    'tag=a',
    'tag=1',
    'url=a=b',
    '__proto__=x',
  ];
  const fields = texts.reduce<Readonly<Record<string, unknown>> | undefined>(
    (before, text) => readFields(text, before as never),
    undefined,
  );
  expect(Object.entries(fields ?? {})).toEqual([
    ['team', 'people'],
    ['year', 2026],
    ['open', true],
    ['code', '007'],
    ['tag', ['a', '1']],
    ['url', 'a=b'],
    ['__proto__', 'x'],
  ]);
});

test.each([
  () => readFields('novalue', undefined),
  () => readFields('=x', undefined),
  () => readInteger(1, 5)('6'),
  () => readInteger(1, 5)('1.5'),
  () => readShare('1.1'),
  () => readShare(''),
  () => readAddress('ftp://example.com'),
  () => readAddress('https://user:secret@example.com'),
  () => readSome(['READ'])('write', undefined),
])('what cannot be meant is refused: %s', (read) => {
  expect(read).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
});

test('a small share may be written as programs write it', () => {
  expect(readShare(String(1e-7))).toBe(1e-7);
});

test('choices are taken in any case, with commas or one after the other', () => {
  expect(readSome(['READ', 'INGEST'])('ingest', ['READ'])).toEqual(['READ', 'INGEST']);
  expect(readSome(['READ', 'INGEST'])('Read,ingest', undefined)).toEqual(['READ', 'INGEST']);
});
