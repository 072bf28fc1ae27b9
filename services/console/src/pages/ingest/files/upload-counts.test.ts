import { expect, test } from '@jest/globals';
import type { Upload, UploadState } from './upload.ts';
import { countUploads, listUploads } from './upload-counts.ts';

const accepted = (status: 'SUCCESS' | 'FAILED' | 'QUEUED'): UploadState => ({
  kind: 'accepted',
  documentId: 'd',
  runId: 'r',
  status,
  error: null,
});
const states: Readonly<Record<string, UploadState>> = {
  ready: accepted('SUCCESS'),
  waiting: { kind: 'waiting' },
  refused: { kind: 'refused', reason: 'A video' },
  bad: accepted('FAILED'),
  work: accepted('QUEUED'),
  unsent: { kind: 'failed', error: new Error('no') },
};
const uploads = (...paths: string[]) => paths.map((path) => ({ path, state: states[path] }) as Upload);
const pathsOf = (list: readonly Upload[]) => list.map(({ path }) => path);

test('of a few files those with which something is wrong come first', () => {
  const listed = listUploads(uploads('ready', 'waiting', 'refused', 'bad', 'work', 'unsent'), false);
  expect(pathsOf(listed)).toEqual(['bad', 'unsent', 'refused', 'waiting', 'work', 'ready']);
});

test('of many files those are listed with which something is wrong, until all are wanted', () => {
  const many = uploads(...Array.from({ length: 298 }, () => 'ready'), 'unsent', 'bad');
  expect(pathsOf(listUploads(many, false))).toEqual(['unsent', 'bad']);
  const all = listUploads(many, true);
  expect([all.length, ...pathsOf(all.slice(0, 3))]).toEqual([300, 'unsent', 'bad', 'ready']);
});

test('each file is counted once', () => {
  const counts = countUploads(uploads('ready', 'ready', 'waiting', 'refused', 'bad', 'work', 'unsent'));
  expect(counts).toEqual({ ready: 2, waiting: 1, refused: 1, failed: 1, work: 1, unsent: 1 });
});
