import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { eventually } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { describeVectorStore } from '../../conformance.ts';
import { vectorRecord } from '../../conformance-records.ts';
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
  openVectorStore({ provider: 'LANCEDB' }, { namespaceId, egress, lancedbUri: folder });

describeVectorStore('LANCEDB', { open });

async function indexesOf(namespaceId: string) {
  const { connect } = await loadLancedb();
  const table = await (await connect(folder)).openTable(namespaceId);
  return table.listIndices();
}

test('maintenance indexes vectors when it pays, leaves the ten nearest in place, and stays out of the way of writers', async () => {
  const store = open('large');
  const records = Array.from({ length: 6_000 }, (_, index) => vectorRecord(index));
  await store.upsert(records, alive);
  const query = { vector: records[0]?.values ?? new Float32Array(), topK: 10 };
  const exact = (await store.search(query, alive)).hits;
  await store.maintain(alive);
  expect((await indexesOf('large')).map(({ name }) => name)).toContain('vector_idx');
  const indexed = (await store.search(query, alive)).hits;
  expect(indexed.map(({ id }) => id)).toEqual(exact.map(({ id }) => id));

  await Promise.all([
    ...Array.from({ length: 40 }, (_, call) => store.upsert(records.slice(call * 50, call * 50 + 50), alive)),
    store.maintain(alive),
    store.remove(['doc599#5999'], alive),
  ]);
  await store.maintain(alive);
  expect(await store.count(alive)).toBe(5_999);
  expect((await store.search(query, alive)).hits.map(({ id }) => id)).toEqual(exact.map(({ id }) => id));
  await store.close();
});

test('small commits are merged', async () => {
  const store = open('small-commits');
  for (let index = 0; index < 40; index += 1) await store.upsert([vectorRecord(index)], alive);
  await store.maintain(alive);
  const { connect } = await loadLancedb();
  const table = await (await connect(folder)).openTable('small-commits');
  expect((await table.stats()).fragmentStats.numFragments).toBeLessThan(5);
  expect(await store.count(alive)).toBe(40);
  await store.close();
});

const writer = `
  import { createEgress } from '@docfleet/egress';
  import { vectorRecord } from './src/conformance-records.ts';
  import { openVectorStore } from './src/index.ts';
  const [folder, from] = process.argv.slice(1);
  const egress = createEgress({ allowCidrs: [] });
  const store = openVectorStore({ provider: 'LANCEDB' }, { namespaceId: 'shared', egress, lancedbUri: folder });
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
