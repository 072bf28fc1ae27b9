import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import { afterAll, expect, test } from '@jest/globals';
import { randomNumbers, unitVector, vectorRecord } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';
import { trialFailure } from './errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'docfleet-lancedb-'));
const egress = createEgress({ allowCidrs: [] });
const alive = AbortSignal.timeout(600_000);
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const open = (namespaceId: string) =>
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, settings: { LANCEDB_URI: folder } });

const recordOf = (index: number, dimensions: number) =>
  vectorRecord(index, { values: unitVector(randomNumbers(index + 1), dimensions) });
const refused = (held: number, returned: number) => ({
  code: 'PROVIDER_REJECTED',
  details: {
    setting: 'embeddingModelConfig',
    reason: `The namespace holds vectors of ${held} dimensions, the embedding model returns ${returned}`,
  },
});

test('vectors of other dimensions than those that are stored are refused with both', async () => {
  const store = open('other');
  await store.upsert([recordOf(0, 8)], alive);
  await expect(store.check(8, alive)).resolves.toBeUndefined();
  await expect(store.check(undefined, alive)).resolves.toBeUndefined();
  await expect(store.check(16, alive)).rejects.toMatchObject(refused(8, 16));
  await expect(store.upsert([recordOf(1, 8), recordOf(2, 16)], alive)).rejects.toMatchObject(refused(8, 16));
  const query = { vector: unitVector(randomNumbers(1), 16), topK: 1 };
  await expect(searchStore(store, query, alive)).rejects.toMatchObject(refused(8, 16));
  expect(await store.count(alive)).toBe(1);
  await store.close();
});

test('of first writes with different dimensions those of one are stored, and the others are refused', async () => {
  const store = open('first');
  const writes = [8, 16, 8].map((dimensions, index) => store.upsert([recordOf(index, dimensions)], alive));
  const [first, second, third] = await Promise.allSettled(writes);
  // Whichever comes first decides: three writes at once have no order.
  const isSecond = second?.status === 'fulfilled';
  const [stored, others, reason] = isSecond
    ? [[second], [first, third], refused(16, 8)]
    : [[first, third], [second], refused(8, 16)];
  for (const write of stored) expect(write).toMatchObject({ status: 'fulfilled' });
  for (const write of others) expect(write).toMatchObject({ status: 'rejected', reason });
  expect(await store.count(alive)).toBe(stored.length);
  await store.close();
});

test.each([
  ['/data/lancedb', true],
  ['relative/s3://folder', true],
  ['s3://bucket/folder', false],
  ['S3://bucket', false],
])('files that a writer left in %s can be looked for: %p', async (lancedbUri, isLocal) => {
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: 'n', egress, settings: { LANCEDB_URI: lancedbUri } },
  );
  const { unread } = await store.findRemains(async () => new Set(), alive);
  expect(unread).toBe(isLocal ? 0 : 1);
  await store.close();
});

test('a purge removes what a killed writer left where no table is, and nothing of another namespace', async () => {
  const [left, kept] = ['left', 'kept'].map((name) => join(folder, `${name}.lance`, 'data'));
  for (const place of [left, kept]) {
    mkdirSync(place ?? '', { recursive: true });
    writeFileSync(join(place ?? '', 'half.lance'), 'half');
  }
  const before = readdirSync(folder);
  const store = open('left');
  await store.purge(alive);
  const gone = before.filter((name) => !readdirSync(folder).includes(name));
  expect(gone).toEqual(['left.lance']);
  await store.close();
});

test('a database that cannot be read is a fault of ours without its path, whatever is asked of it', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const lancedbUri = join(file, 'below');
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: 'n', egress, settings: { LANCEDB_URI: lancedbUri } },
  );
  const asked: Record<string, () => Promise<unknown>> = {
    upsert: () => store.upsert([recordOf(0, 8)], alive),
    search: () => searchStore(store, { vector: unitVector(randomNumbers(1), 8), topK: 1 }, alive),
    remove: () => store.remove(['a'], alive),
    idsOfDocument: () => store.idsOfDocument('doc0', alive),
    listIds: () => Array.fromAsync(store.listIds(alive)),
    count: () => store.count(alive),
    purge: () => store.purge(alive),
  };
  for (const [name, ask] of Object.entries(asked)) {
    const outcome = await ask().catch((error: unknown) => error);
    expect({ name, outcome }).toMatchObject({ outcome: { code: expect.any(String), retryable: true } });
    expect(String(outcome)).not.toContain(folder);
  }
  await store.close();
});

test('a place that cannot be written is refused before anything is stored, with the remedy', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const lancedbUri = join(file, 'below');
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: 'n', egress, settings: { LANCEDB_URI: lancedbUri } },
  );
  const outcome = await store.check(8, alive).catch((error: unknown) => error);
  expect(outcome).toMatchObject({
    code: 'PROVIDER_REJECTED',
    message: 'The folder or bucket of LANCEDB cannot be written',
    details: { reason: expect.stringContaining('LANCEDB_URI') },
  });
  expect(JSON.stringify(outcome)).not.toContain(folder);
  await store.close();
});

test.each([
  ['LANCE: Generic S3 error: 403 Forbidden: <Code>AccessDenied</Code>', 'PROVIDER_REJECTED'],
  ['Unable to create dataset: Read-only file system (os error 30)', 'PROVIDER_REJECTED'],
  ['The specified bucket does not exist', 'PROVIDER_REJECTED'],
  ['error sending request: Connection refused', 'PROVIDER_UNAVAILABLE'],
])('a trial that fails with "%s" becomes %s', (message, code) => {
  expect(trialFailure(new Error('Failed to write', { cause: new Error(message) }))).toMatchObject({ code });
});

test('a check leaves nothing behind, whether or not there is a table', async () => {
  const store = open('checked');
  await store.check(8, alive);
  expect(await store.count(alive)).toBe(0);
  const before = readdirSync(folder);
  expect(before.filter((name) => name.startsWith('checked'))).toEqual([]);
  await store.upsert([recordOf(0, 8)], alive);
  await store.check(8, alive);
  expect(readdirSync(folder).filter((name) => name.startsWith('checked'))).toEqual(['checked.lance']);
  expect(await store.count(alive)).toBe(1);
  await store.close();
});

test('a read whose caller has gone is not begun', async () => {
  const store = open('gone');
  await store.upsert([recordOf(0, 8)], alive);
  const gone = AbortSignal.abort('gone');
  await expect(store.count(gone)).rejects.toBe('gone');
  await expect(store.idsOfDocument('doc0', gone)).rejects.toBe('gone');
  await store.close();
});
