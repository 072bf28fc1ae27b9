import { Readable } from 'node:stream';
import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { FileStore } from '@docfleet/file-store';
import { expect, test } from '@jest/globals';
import { wholeText } from './finish-results.ts';

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
