import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import { eventually, runWhere } from '@docfleet/testing';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomNumbers, unitVector, vectorRecord } from '../../../test/conformance-records.ts';
import type { VectorStore } from '../../provider.ts';
import { openVectorStore } from '../../registry.ts';

const egress = createEgress({ allowCidrs: [] });
const alive = AbortSignal.timeout(600_000);
let folder: string;
const opened: VectorStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfleet-lease-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});
afterAll(() => egress.close());

function open(host?: string): VectorStore {
  const settings = { LANCEDB_URI: folder, ...(host && { LANCEDB_HOST: host }) };
  const store = openVectorStore({ provider: 'LANCEDB' }, { namespaceId: 'shared', egress, settings });
  opened.push(store);
  return store;
}

/** Another process, which uses the folder as a machine of this name until it is killed. */
async function startMachine(host: string) {
  const code = `
    import { createEgress } from '@docfleet/egress';
    import { vectorRecord } from './test/conformance-records.ts';
    import { openVectorStore } from './src/index.ts';
    const settings = { LANCEDB_URI: ${JSON.stringify(folder)}, LANCEDB_HOST: ${JSON.stringify(host)} };
    const store = openVectorStore({ provider: 'LANCEDB' }, { namespaceId: 'shared', egress: createEgress({ allowCidrs: [] }), settings });
    await store.upsert([vectorRecord(1)], AbortSignal.timeout(60_000));
    console.log('written');
    setInterval(() => undefined, 1_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Lets the marker look as if it had not been renewed for a minute. */
function letExpire(): void {
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(folder, '.host'), before, before);
}

test('a folder that another machine uses is refused, with the stores that several can share', async () => {
  const kill = await startMachine('one');
  try {
    const store = open('two');
    const refusal = {
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/one machine.*PGVECTOR or QDRANT/),
    };
    await expect(store.check(undefined, alive)).rejects.toMatchObject(refusal);
    await expect(store.upsert([vectorRecord(2)], alive)).rejects.toMatchObject(refusal);
    const query = { vector: unitVector(randomNumbers(1)), topK: 1 };
    await expect(searchStore(store, query, alive)).rejects.toMatchObject(refusal);
    expect(await open('one').count(alive)).toBe(1);
  } finally {
    await kill();
  }
}, 60_000);

test('the folder of a machine that is gone is taken over, and what it wrote is there', async () => {
  const kill = await startMachine('one');
  await kill();
  letExpire();
  const store = open('two');
  expect(await store.count(alive)).toBe(1);
  expect(readFileSync(join(folder, '.host'), 'utf8')).toBe('two');
}, 60_000);

test('a machine that stood still while another took over is refused', async () => {
  const store = open('one');
  await store.upsert([vectorRecord(1)], alive);
  const renewed = setInterval(() => writeFileSync(join(folder, '.host'), 'two'), 300);
  try {
    await eventually(async () => {
      await expect(store.count(alive)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    }, 30_000);
  } finally {
    clearInterval(renewed);
  }
}, 60_000);

runWhere(
  test,
  process.platform === 'linux',
  'the kernel has a name of its own on Linux alone',
)('processes of one machine share its folder, whatever their containers are called', async () => {
  const [first, second] = [open(), open()];
  await first.upsert([vectorRecord(1)], alive);
  await second.upsert([vectorRecord(2)], alive);
  const kernel = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  expect(readFileSync(join(folder, '.host'), 'utf8')).toBe(kernel);
});
