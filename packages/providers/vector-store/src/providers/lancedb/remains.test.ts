import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { vectorRecord } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';

const alive = AbortSignal.timeout(600_000);
const egress = createEgress({ allowCidrs: [] });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-remains-'));
});
afterAll(async () => {
  await egress.close();
  await rm(folder, { recursive: true });
});

const open = (namespaceId: string) =>
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, settings: { LANCEDB_URI: folder } });

const documentIds = Array.from(
  { length: 300 },
  (_, index) => `01a2199d-da17-75aa-ad78-${String(index).padStart(12, '0')}`,
);
const record = (documentId: string, index: number) =>
  vectorRecord(index, { id: `${documentId}#0`, documentId, text: `The ${index}th heron`, terms: ['heron'] });

test('ids of documents that are gone are found in the bytes of a table, and no others', async () => {
  const store = open('bytes');
  await store.upsert(documentIds.map(record), alive);
  await store.maintain(alive);
  const gone = documentIds.slice(0, 2);
  const find = (missing: readonly string[]) =>
    store.findRemains(async (ids) => new Set(ids.filter((id) => !missing.includes(id))), alive);
  expect(await find([])).toEqual({ documentIds: [], files: 0, unread: 0 });
  const found = await find(gone);
  expect(found?.documentIds.toSorted()).toEqual(gone);
  expect(found?.files).toBeGreaterThan(0);

  // Rows deleted a moment ago may still be read by a search, and are not reported.
  await store.remove(
    gone.map((id) => `${id}#0`),
    alive,
  );
  expect(await find(gone)).toEqual({ documentIds: [], files: 0, unread: 0 });
  await store.close();
});

test('after a deletion and its retention neither ids nor words of what was deleted are in any file, indexes included', async () => {
  const context = { namespaceId: 'erased', egress, settings: { LANCEDB_URI: folder }, retentionMs: 0 };
  const store = openVectorStore({ provider: 'LANCEDB' }, context);
  const records = documentIds.map((id, index) => ({
    ...record(id, index),
    terms: ['heron', `pond${index}word`],
    metadata: { case: `mark${index}` },
  }));
  await store.upsert(records, alive);
  await store.maintain(alive);
  const traces = [documentIds[7] ?? '', 'pond7word', 'mark7"'];
  const filesWith = async (text: string) => {
    const entries = await readdir(join(folder, 'erased.lance'), { recursive: true, withFileTypes: true });
    const found = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const held = await Promise.all(found.map(async (path) => (await readFile(path)).includes(text)));
    return found.filter((_, index) => held[index]);
  };
  for (const trace of traces) expect(await filesWith(trace)).not.toEqual([]);
  await store.remove([`${documentIds[7]}#0`], alive);
  await eventually(async () => {
    await store.maintain(alive);
    for (const trace of traces) expect(await filesWith(trace)).toEqual([]);
  }, 20_000);
  expect(await store.count(alive)).toBe(documentIds.length - 1);
  await store.close();
});

test('a file that no version of a table names is found once no writer can be at work on it', async () => {
  const store = open('killed');
  await store.upsert(documentIds.slice(0, 3).map(record), alive);
  const file = join(folder, 'killed.lance', 'data', 'half.lance');
  await writeFile(file, `half of ${documentIds[9]}`);
  const find = () => store.findRemains(async (ids) => new Set(ids), alive);
  expect(await find()).toEqual({ documentIds: [], files: 0, unread: 0 });
  const longAgo = Date.now() / 1_000 - 7_200;
  await utimes(file, longAgo, longAgo);
  expect(await find()).toEqual({ documentIds: [], files: 1, unread: 0 });
  await store.close();
});

test('a purge removes the folder of a table also where a killed writer left no table in it', async () => {
  const data = join(folder, 'broken.lance', 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'part.lance'), 'the text of a document');
  const store = open('broken');
  await store.purge(alive);
  expect(await store.count(alive)).toBe(0);
  expect(await readdir(folder)).not.toContain('broken.lance');
  await store.close();
});
