import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReadingProgress } from '@docfleet/formats';
import { withConversionPlaces } from '@docfleet/formats';
import { afterAll, expect, test } from '@jest/globals';
import { createConverterPool } from './converter-pool.ts';

const limits = { quietMs: 2_000, totalMs: 60_000, memoryBytes: 300 * 2 ** 20, outputBytes: 1_000_000 };
const script = fileURLToPath(new URL('../../test/isolation/misbehaving-child.fixture.ts', import.meta.url));
const pool = createConverterPool({ size: 1, limits, script });
afterAll(() => pool.close());

const { signal } = new AbortController();

/** Converts a file of twenty pages that does to its reader what it says. */
const convert = (deed: string) =>
  withConversionPlaces(async (places) => {
    await writeFile(places.path, deed);
    const ocr = { strategy: 'BASIC_PARSER', languages: [] } as const;
    const progress: ReadingProgress[] = [];
    const { notRead } = await pool.convert(
      { ...places, fileName: '', declaredType: null, ocr },
      { signal, onProgress: (one) => void progress.push(one) },
    );
    return { notRead, progress, pages: (await readFile(places.outputPath, 'utf8')).split(' ') };
  });

test('a page that takes too long is named with the limit and a remedy, and the others are read', async () => {
  const { notRead, pages } = await convert('hang at page 11');
  expect(pages).toHaveLength(19);
  expect(notRead).toEqual([
    { what: 'PAGE', where: 'page 11', why: expect.stringMatching(/2 s .*PARSE_QUIET_SECONDS/), count: 1 },
  ]);
});

test('a page that takes too much memory is named with the limit and a remedy, and the others are read', async () => {
  const { notRead, pages } = await convert('grow at page 3');
  expect(pages).toHaveLength(19);
  expect(notRead).toMatchObject([
    { where: 'page 3', why: expect.stringMatching(/300 MB .*PARSE_MEMORY_MB/) },
  ]);
});

test('two pages that their reader does not survive are named, and the others are read', async () => {
  const { notRead, pages } = await convert('abort at pages 4 and 9');
  expect(pages).toHaveLength(18);
  expect(notRead.map(({ where }) => where)).toEqual(['page 4', 'page 9']);
});

test('a file whose pages all fail is refused after three of them', async () => {
  await expect(convert('abort at every page')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
});

test.each([
  ['hang', /the 2 s that a page may take: .*PARSE_QUIET_SECONDS/],
  ['grow', /the 300 MB that a file may take: .*PARSE_MEMORY_MB/],
])(
  'a file whose only page reaches a limit (%s) is refused with the limit and a remedy',
  async (deed, message) => {
    await expect(convert(`${deed} at the only page`)).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_COMPLEX',
      message: expect.stringMatching(message),
    });
  },
);

test('how far a file has been read is reported page by page', async () => {
  const { progress } = await convert('abort at pages 4 and 9');
  expect(progress.at(-1)).toEqual({ unit: 'PAGE', done: 19, total: 20 });
});
