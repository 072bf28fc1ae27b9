import { expect, test } from '@jest/globals';
import { type FoundFile, filesOfDrop } from './found-file.ts';

const file = (path: string, isReadable = true) => ({
  isFile: true,
  fullPath: path,
  file: (found: (file: File) => void, fail: (error: Error) => void) =>
    isReadable ? found(new File(['Lentil stew.'], path)) : fail(new Error('NotReadableError')),
});

const folder = (path: string, entries: readonly object[] | undefined) => {
  const batches = [entries ?? [], []];
  return {
    isFile: false,
    fullPath: path,
    createReader: () => ({
      readEntries: (found: (batch: readonly object[]) => void, fail: (error: Error) => void) =>
        entries ? found(batches.shift() ?? []) : fail(new Error('NotReadableError')),
    }),
  };
};

test('of a dropped folder, a file or folder that the browser cannot read is named, and all others are found', async () => {
  const entries = [
    file('/a/1.txt'),
    file('/a/2.txt', false),
    folder('/a/locked', undefined),
    file('/a/3.txt'),
  ];
  const dropped = { items: [{ webkitGetAsEntry: () => folder('/a', entries) }] };
  const found: FoundFile[] = [];
  for await (const one of filesOfDrop(dropped as unknown as DataTransfer)) found.push(one);
  expect(found.map(({ path, unreadable }) => [path, unreadable?.slice(0, 28)])).toEqual([
    ['a/1.txt', undefined],
    ['a/2.txt', 'The browser cannot read this'],
    ['a/locked', 'The browser cannot read this'],
    ['a/3.txt', undefined],
  ]);
});
