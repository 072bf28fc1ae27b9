import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import { eventually } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { randomNumbers, unitVector, vectorRecord } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';
import { loadLancedb } from './library.ts';

const folder = mkdtempSync(join(tmpdir(), 'docfleet-lancedb-'));
const egress = createEgress({ allowCidrs: [] });
const alive = AbortSignal.timeout(600_000);
afterAll(async () => {
  await egress.close();
  rmSync(folder, { recursive: true });
});

const open = (namespaceId: string) =>
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, settings: { LANCEDB_URI: folder } });

describeVectorStore('LANCEDB', { open });

async function indexesOf(namespaceId: string) {
  const { connect } = await loadLancedb();
  const table = await (await connect(folder)).openTable(namespaceId);
  return table.listIndices();
}

/** Vectors of a dimension that models have: few dimensions leave a quantised index too little to distinguish them by. */
const largeRecord = (index: number) =>
  vectorRecord(index, { values: unitVector(randomNumbers(index + 1), 256) });

/** The files below a folder that hold a text. */
function filesWith(place: string, text: string): string[] {
  const files = readdirSync(join(folder, place), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path).includes(text));
}

const secretRecord = (index: number) => vectorRecord(index, { text: `Number ${index} has secret${index}x` });

test.each([
  ['all of many', 'emptied', 120, 120],
  ['one of many in a single file', 'single', 120, 1],
  ['some of many', 'some', 120, 40],
])('texts of deleted records are in no file after the retention: %s', async (_what, name, count, deleted) => {
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: name, egress, settings: { LANCEDB_URI: folder }, retentionMs: 0 },
  );
  const records = Array.from({ length: count }, (_, index) => secretRecord(index));
  await store.upsert(records, alive);
  await store.maintain(alive);
  expect(filesWith(`${name}.lance`, 'secret0x').length).toBeGreaterThan(0);
  await store.remove(
    records.slice(0, deleted).map(({ id }) => id),
    alive,
  );
  await eventually(async () => {
    await store.maintain(alive);
    for (let index = 0; index < deleted; index += 1)
      expect(filesWith(`${name}.lance`, `secret${index}x`)).toEqual([]);
  });
  expect(await store.count(alive)).toBe(count - deleted);
  if (deleted < count) expect(filesWith(`${name}.lance`, `secret${count - 1}x`)).not.toEqual([]);
  await store.close();
});

test('a table without changes is left alone once nothing is left to clean', async () => {
  const store = openVectorStore(
    { provider: 'LANCEDB' },
    { namespaceId: 'quiet', egress, settings: { LANCEDB_URI: folder }, retentionMs: 0 },
  );
  await store.upsert([secretRecord(1), secretRecord(2)], alive);
  const versionsOf = async () => {
    const { connect } = await loadLancedb();
    return (await (await connect(folder)).openTable('quiet')).listVersions();
  };
  await eventually(async () => {
    await store.maintain(alive);
    expect(await versionsOf()).toHaveLength(1);
  });
  const [before] = await versionsOf();
  await store.maintain(alive);
  expect(await versionsOf()).toMatchObject([{ version: before?.version }]);
  await store.close();
});

test('records that are written one by one do not leave a file each for searches to read', async () => {
  const store = open('dripping');
  for (let index = 0; index < 100; index += 1) await store.upsert([vectorRecord(index)], alive);
  await store.close();
  const { connect } = await loadLancedb();
  const table = await (await connect(folder)).openTable('dripping');
  expect(await table.countRows()).toBe(100);
  expect((await table.stats()).fragmentStats.numFragments).toBeLessThan(50);
});

test('maintenance indexes vectors when it pays, finds 95 % of the nearest, and stays out of the way of writers', async () => {
  const store = open('large');
  const records = Array.from({ length: 6_000 }, (_, index) => largeRecord(index));
  await store.upsert(records, alive);
  const nearest = async (seed: number) => {
    const query = { vector: unitVector(randomNumbers(seed + 0.5), 256), topK: 10 };
    return (await searchStore(store, query, alive)).hits.map(({ id }) => id);
  };
  const seeds = Array.from({ length: 20 }, (_, index) => index);
  const exact = await Promise.all(seeds.map(nearest));
  const expectFound = async () => {
    const found = await Promise.all(seeds.map(nearest));
    const recalled = found.flatMap((ids, index) => ids.filter((id) => exact[index]?.includes(id)));
    expect(recalled.length).toBeGreaterThanOrEqual(0.95 * exact.flat().length);
  };

  await store.maintain(alive);
  expect((await indexesOf('large')).map(({ name }) => name)).toContain('vector_idx');
  await expectFound();

  await Promise.all([
    ...Array.from({ length: 40 }, (_, call) => store.upsert(records.slice(call * 50, call * 50 + 50), alive)),
    store.maintain(alive),
  ]);
  await store.remove(['doc599#5999'], alive);
  await store.maintain(alive);
  expect(await store.count(alive)).toBe(5_999);
  await expectFound();
  await store.close();
});

test('a search finds what another process has written before it, and no longer what that has removed', async () => {
  const [reader, other] = [open('elsewhere'), open('elsewhere')];
  const found = async (index: number) =>
    (await searchStore(reader, { vector: vectorRecord(index).values, topK: 100 }, alive)).hits.map(
      ({ id }) => id,
    );
  for (let index = 0; index < 5; index += 1) {
    const { id } = vectorRecord(index);
    await other.upsert([vectorRecord(index)], alive);
    expect(await found(index)).toContain(id);
    await other.remove([id], alive);
    expect(await found(index)).not.toContain(id);
  }
  // Searches that come together share a look at the table, which began after each of them.
  await other.upsert([vectorRecord(9)], alive);
  for (const ids of await Promise.all([found(9), found(9), found(9)]))
    expect(ids).toContain(vectorRecord(9).id);
  await Promise.all([reader.close(), other.close()]);
});

test('maintenance merges what several processes have committed', async () => {
  const store = open('small-commits');
  const stores = [store, open('small-commits')];
  for (let index = 0; index < 40; index += 1) await stores[index % 2]?.upsert([vectorRecord(index)], alive);
  await store.maintain(alive);
  const { connect } = await loadLancedb();
  const table = await (await connect(folder)).openTable('small-commits');
  expect((await table.stats()).fragmentStats.numFragments).toBeLessThan(5);
  expect(await store.count(alive)).toBe(40);
  await Promise.all(stores.map((each) => each.close()));
});

const writer = `
  import { createEgress } from '@docfleet/egress';
  import { randomNumbers, unitVector, vectorRecord } from './test/conformance-records.ts';
  import { openVectorStore } from './src/index.ts';
  const [folder, from] = process.argv.slice(1);
  const egress = createEgress({ allowCidrs: [] });
  const store = openVectorStore({ provider: 'LANCEDB' }, { namespaceId: 'shared', egress, settings: { LANCEDB_URI: folder } });
  const alive = AbortSignal.timeout(60_000);
  for (let index = 0; index < 20; index += 1) {
    await store.upsert([vectorRecord(Number(from) + index), vectorRecord(1_000)], alive);
    if (index % 5 === 4) await store.maintain(alive);
  }
  await store.close();
  await egress.close();
`;

test('several processes write to one table at once and lose nothing', async () => {
  const store = open('shared');
  const cwd = new URL('../../..', import.meta.url);
  const processes = [0, 100, 200].map((from) =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', writer, folder, String(from)], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const codes = await Promise.all(processes.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  await eventually(async () => expect(await store.count(alive)).toBe(61));
  await store.close();
}, 90_000);

test('a purge waits for what is being written, and leaves nothing of it', async () => {
  const store = open('written-while-purged');
  await store.upsert([vectorRecord(0)], alive);
  const writing = Array.from({ length: 20 }, (_, index) => store.upsert([vectorRecord(index + 1)], alive));
  // By now they are in the queue.
  await store.count(alive);
  await store.purge(alive);
  await Promise.all(writing);
  expect(await store.count(alive)).toBe(0);
  await store.close();
});

test('a store that is closed has written what it was asked for', async () => {
  const store = open('closed-while-written');
  await store.upsert([vectorRecord(0)], alive);
  const writing = Array.from({ length: 20 }, (_, index) => store.upsert([vectorRecord(index + 1)], alive));
  await store.count(alive);
  await store.close();
  const later = open('closed-while-written');
  expect(await later.count(alive)).toBe(21);
  await Promise.all(writing);
  await later.close();
});

test('a table that another process has dropped is empty', async () => {
  const [store, other] = [open('dropped-elsewhere'), open('dropped-elsewhere')];
  await store.upsert([vectorRecord(0)], alive);
  expect(await store.count(alive)).toBe(1);
  await other.purge(alive);
  expect(await store.idsOfDocument('d', alive)).toEqual([]);
  // A count is that of the version which was read last.
  await eventually(async () => expect(await store.count(alive)).toBe(0));
  await store.close();
  await other.close();
});

test('a table that disappears fails none of the searches that are under way', async () => {
  const name = 'gone-under-searches';
  const store = open(name);
  await store.upsert(
    Array.from({ length: 40 }, (_, index) => vectorRecord(index)),
    alive,
  );
  const query = (index: number) => ({
    vector: unitVector(randomNumbers(index)),
    topK: 5,
    keyword: { terms: [{ term: 'number', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 },
  });
  const searches = Array.from({ length: 40 }, (_, index) => searchStore(store, query(index), alive));
  rmSync(join(folder, `${name}.lance`), { recursive: true });
  const outcomes = await Promise.allSettled([...searches, store.count(alive)]);
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.cause] : []))).toEqual([]);
  await store.close();
});
