import { Readable } from 'node:stream';
import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { FileStore } from '@docfleet/file-store';
import { expect, test } from '@jest/globals';
import { type Finishing, finishResults, wholeText } from './finish-results.ts';

const parsed = `${'é'.repeat(100)}The whole chunk with a 😀 in it.${'ü'.repeat(100)}`;
const chunk = { documentId: 'd', revision: 1, start: 100, end: 132 } as ActiveChunk;
const hit = (textTruncated: boolean) => ({
  id: '',
  documentId: 'd',
  text: 'The whole',
  score: 1,
  textTruncated,
});
const signal = AbortSignal.timeout(5_000);

/** Holds the parsed text and returns it in parts that cut through characters. */
function storeOf(text: string | undefined) {
  const opened: string[] = [];
  const bytes = Buffer.from(text ?? '');
  const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(index * 7, index * 7 + 7),
  );
  const get: FileStore['get'] = async (key) => {
    opened.push(key);
    if (text === undefined) return undefined;
    return {
      body: Readable.from(parts, { objectMode: false }),
      size: bytes.length,
      contentType: 'text/markdown',
    };
  };
  return { opened, fileStore: { get } as FileStore };
}

test('a text that the store kept whole is not read again', async () => {
  const { opened, fileStore } = storeOf(parsed);
  expect(await wholeText(fileStore, { hit: hit(false), chunk }, signal)).toBe('The whole');
  expect(opened).toEqual([]);
});

test('a text that the store cut is read from the parsed file', async () => {
  const { fileStore } = storeOf(parsed);
  expect(await wholeText(fileStore, { hit: hit(true), chunk }, signal)).toBe(
    'The whole chunk with a 😀 in it.',
  );
});

test('without the parsed file what the store has is shown', async () => {
  const { fileStore } = storeOf(undefined);
  expect(await wholeText(fileStore, { hit: hit(true), chunk }, signal)).toBe('The whole');
});

test.each([
  ['forty million characters', 400, {}, true],
  ['more', 401, {}, false],
  ['as many with explanations, which have each text once more', 400, { explain: true }, false],
])('a search for results of %s', async (_what, count, asked, isTaken) => {
  const matches = Array.from({ length: count }, () => ({
    hit: { ...hit(false), text: 'a'.repeat(100_000) },
    chunk,
  }));
  const finishing = {
    request: { explain: false, highlights: false, ...asked },
    database: undefined,
    time: (_step: string, work: () => unknown) => work(),
    signal,
    owner: 'o',
    text: 'a',
    keyword: undefined,
  } as unknown as Finishing;
  const finished = finishResults(finishing, matches);
  if (isTaken) expect(await finished).toHaveLength(count);
  else await expect(finished).rejects.toMatchObject({ code: 'INVALID_SEARCH_REQUEST' });
});

/** The texts of a search whose match has these chunks of a document, the first of them the best. */
async function contentOf(document: string | undefined, chunks: readonly [text: string, source: string][]) {
  const matches = chunks.map(([text, source], ordinal) => {
    const start = (document ?? '').indexOf(source);
    const end = start + source.length;
    return {
      hit: { ...hit(false), text },
      chunk: { documentId: 'd', revision: 1, ordinal, start, end } as ActiveChunk,
    };
  });
  const [best, ...neighbors] = matches as [(typeof matches)[number], ...typeof matches];
  const finishing = {
    request: { explain: false, highlights: true },
    fileStore: storeOf(document).fileStore,
    time: (_step: string, work: () => unknown) => work(),
    atVendor: (_provider: unknown, work: () => unknown) => work(),
    signal,
    owner: 'o',
    text: 'second',
    keyword: undefined,
  } as unknown as Finishing;
  const [result] = await finishResults(finishing, [{ ...best, neighbors }]);
  return result;
}

test('merged chunks are the text of the document, below the headings of the first, without what both have', async () => {
  const document = '# A\n\n## B\n\nThe first.\n\nThe shared one.\n\nThe second.\n';
  const result = await contentOf(document, [
    ['# A\n\n## B\n\nThe first.\n\nThe shared one.', 'The first.\n\nThe shared one.'],
    ['# A\n\n## B\n\nThe shared one.\n\nThe second.', 'The shared one.\n\nThe second.\n'],
  ]);
  expect(result?.passage).toBe('# A\n\n## B\n\nThe first.\n\nThe shared one.\n\nThe second.');
  const [{ start, end } = { start: 0, end: 0 }] = result?.highlights ?? [];
  expect(result?.passage?.slice(start, end)).toBe('second');
});

test('a sentence that the document repeats where two merged chunks meet is kept', async () => {
  const document = 'One.\n\nKeep a log.\n\nKeep a log.\n\nTwo.';
  const result = await contentOf(document, [
    ['One.\n\nKeep a log.', 'One.\n\nKeep a log.\n\n'],
    ['Keep a log.\n\nTwo.', 'Keep a log.\n\nTwo.'],
  ]);
  expect(result?.passage).toBe(document);
});

test('merged parts of a table have its header once, and merged code its marks', async () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n';
  const header = '| a | b |\n|---|---|\n';
  const rows = await contentOf(table, [
    [`${header}| 3 | 4 |`, '| 3 | 4 |\n'],
    [`${header}| 5 | 6 |`, '| 5 | 6 |\n'],
  ]);
  expect(rows?.passage).toBe(`${header}| 3 | 4 |\n| 5 | 6 |`);
  const code = await contentOf('```js\none();\ntwo();\nthree();\nfour();\n```\n', [
    ['```js\ntwo();\n```', 'two();\n'],
    ['```js\nthree();\n```', 'three();\n'],
  ]);
  expect(code?.passage).toBe('```js\ntwo();\nthree();\n```');
});

test('where the document cannot be read, merged chunks stand one below the other', async () => {
  const result = await contentOf(undefined, [
    ['One.', 'One.'],
    ['Two.', 'Two.'],
  ]);
  expect(result?.passage).toBe('One.\n\nTwo.');
});
