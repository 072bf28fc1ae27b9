import { execFileSync } from 'node:child_process';
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

test('a moment without an offset is in UTC, whatever the time zone of the machine', () => {
  const texts = [
    '2026-11-27',
    '2026-11-27T08:00',
    '2026-11-27T08:00:00+02:00',
    '2026-11-27T08:00:00z',
    '2026-11-27 08:00',
  ];
  const program = `import { readMoment } from './arguments.ts'; console.log(${JSON.stringify(texts)}.map(readMoment).join())`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TZ: 'America/New_York', NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect(printed.trim().split(',')).toEqual([
    '2026-11-27T00:00:00.000Z',
    '2026-11-27T08:00:00.000Z',
    '2026-11-27T06:00:00.000Z',
    '2026-11-27T08:00:00.000Z',
    '2026-11-27T08:00:00.000Z',
  ]);
});
