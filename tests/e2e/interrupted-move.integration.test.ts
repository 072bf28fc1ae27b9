import { join } from 'node:path';
import { createEgress, type Egress } from '@docfleet/egress';
import { eventually, findVectorStores, type RunningVectorStore, runWhere } from '@docfleet/testing';
import { openVectorStore } from '@docfleet/vector-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fill, knownVectors, namespaceOf, textOf } from './changing-namespace.ts';
import { createNamespace, ingestText, type SearchHit, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors, vendorDimensions } from './vendors.ts';

let vendors: Vendors;
let fleet: TestFleet;
let egress: Egress;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
  egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
  await egress.close();
});

const send = async (method: 'GET' | 'PATCH' | 'POST' | 'DELETE', path: string, json?: object) => {
  const { status, body } = await fleet.api.request<Record<string, unknown>>(method, path, json);
  expect([method, path, status, status < 300 ? '' : body]).toEqual([method, path, expect.any(Number), '']);
  return body.data;
};
const moveOf = async (name: string): Promise<Record<string, unknown> | null> =>
  ((await send('GET', `/v1/namespaces/${name}`)) as { move: Record<string, unknown> | null }).move;
const metadataOf = (id: string) => ({ filterConfig: { documentIds: [id] } });

const found = async (name: string, index: number, filter: object): Promise<string[]> => {
  const json = { query: textOf(index), namespaceId: name, topK: 50, filter };
  const { results } = (await send('POST', '/v1/search', json)) as unknown as { results: SearchHit[] };
  return results.map(({ document: { id } }) => id);
};

const lancedb = 'LANCEDB';
for (const store of findVectorStores().filter(({ name }) => name === 'PGVECTOR' || name === 'QDRANT'))
  runWhere(
    describe,
    store.missing === undefined,
    store.missing ?? '',
  )(`a move to ${store.name}`, () => {
    let running: RunningVectorStore;
    beforeAll(async () => {
      running = await store.start(vendorDimensions);
    }, 120_000);
    afterAll(async () => running?.close());

    const storedIn = async (name: string, generation: number) => {
      const { id: namespaceId } = await namespaceOf(fleet, name);
      const config = generation === 1 ? { provider: lancedb } : running.config;
      const settings = { LANCEDB_URI: join(fleet.dataDirectory, 'lancedb') };
      const opened = openVectorStore(config, { namespaceId, generation, egress, settings });
      const ids = (await Array.fromAsync(opened.listIds(AbortSignal.timeout(30_000)))).flat();
      await opened.close();
      return ids.toSorted();
    };
    const startMove = async (suffix: string) => {
      const name = `${suffix}-${store.name}`.toLowerCase();
      const { embeddingModelConfig } = vendors.configs;
      await createNamespace(fleet.api, name, {
        embeddingModelConfig,
        vectorStorageConfig: { provider: lancedb },
      });
      const ids = await fill(fleet, name);
      const started = await send('PATCH', `/v1/namespaces/${name}`, { vectorStorageConfig: running.config });
      return { name, ids, run: String(started['ingestJobRunId']) };
    };

    test('is cancelled twice, sees what is deleted and changed meanwhile, and goes on with an empty change', async () => {
      const { name, ids, run } = await startMove('twice');
      for (const _ of ['once', 'twice'])
        await send('POST', `/v1/ingest-job-runs/${run}/cancel`, { namespaceId: name });
      const [gone = '', first = '', last = ''] = [ids[0], ids[1], ids.at(-1)];
      await send('DELETE', '/v1/documents', { namespaceId: name, ...metadataOf(gone) });
      for (const id of [first, last])
        await send('PATCH', '/v1/documents', {
          namespaceId: name,
          ...metadataOf(id),
          data: { $metadata: { $set: { reed: id } } },
        });
      const acceptedAt = new Date().toISOString();
      const added = await ingestText(fleet.api, name, textOf(500));
      await waitForRun(fleet.api, name, added.ingestJobRunId, 60_000);
      const check = async () => {
        for (const [index, id] of [
          [1, first],
          [ids.length - 1, last],
        ] as const)
          expect(await found(name, index, { metadata: { reed: id } })).toEqual([id]);
        const since = { source: { createdAfter: acceptedAt } };
        expect(await found(name, 3, since)).toEqual([added.documents[0]?.id]);
        const before = { source: { createdBefore: acceptedAt } };
        expect((await found(name, 0, before)).includes(gone)).toBe(false);
        for (const index of [2, 60, ids.length - 2])
          expect((await search(fleet.api, name, textOf(index)))[0]?.document.id).toBe(ids[index]);
      };
      await eventually(check, 30_000);
      await eventually(async () => {
        const pending = await fleet.database.document.count({
          where: { id: { in: [first, last] }, metadataUpdate: { not: 'COMPLETED' } },
        });
        expect(pending).toBe(0);
      }, 30_000);
      await check();
      expect(await moveOf(name)).toMatchObject({ status: expect.stringMatching(/PAUSED|EMPTYING/) });
      await send('PATCH', `/v1/namespaces/${name}?reembed=true`, {}).catch(() => undefined);
      await eventually(async () => expect(await moveOf(name)).toBeNull(), 90_000);
      await check();
      const { id: namespaceId } = await namespaceOf(fleet, name);
      expect(await storedIn(name, 2)).toEqual(await knownVectors(fleet, namespaceId));
      expect(await storedIn(name, 1)).toEqual([]);
    }, 240_000);

    test('of a namespace that is deleted meanwhile leaves nothing in either store', async () => {
      const { name } = await startMove('deleted');
      const { id: namespaceId } = await namespaceOf(fleet, name);
      await send('DELETE', `/v1/namespaces/${name}`);
      await eventually(async () => {
        expect(await fleet.database.namespace.findUnique({ where: { id: namespaceId } })).toBeNull();
      }, 90_000);
      const settings = { LANCEDB_URI: join(fleet.dataDirectory, 'lancedb') };
      for (const [generation, config] of [
        [1, { provider: lancedb }],
        [2, running.config],
      ] as const) {
        const opened = openVectorStore(config, { namespaceId, generation, egress, settings });
        expect(await opened.count(AbortSignal.timeout(30_000))).toBe(0);
        await opened.close();
      }
    }, 240_000);
  });

test('a namespace whose documents are all deleted takes a model of another dimension, at once and later', async () => {
  const name = 'emptied';
  const { embeddingModelConfig } = vendors.configs;
  await createNamespace(fleet.api, name, { vectorStorageConfig: { provider: lancedb } });
  const models = [
    [embeddingModelConfig, 0],
    [{ ...embeddingModelConfig, dimensions: 64 }, 1],
    [embeddingModelConfig, 2],
  ] as const;
  for (const [model, index] of models) {
    const old = await ingestText(fleet.api, name, textOf(index));
    await waitForRun(fleet.api, name, old.ingestJobRunId, 60_000);
    await send('DELETE', '/v1/documents', { namespaceId: name, ...metadataOf(old.documents[0]?.id ?? '') });
    if (index !== 1)
      await eventually(
        async () => expect(await fleet.countByStatus()).not.toHaveProperty('QUEUED_FOR_DELETION'),
        30_000,
      );
    await eventually(
      async () => void (await send('PATCH', `/v1/namespaces/${name}`, { embeddingModelConfig: model })),
      60_000,
    );
    expect(await search(fleet.api, name, textOf(index))).toEqual([]);
    const fresh = await ingestText(fleet.api, name, textOf(index + 10));
    const run = await waitForRun(fleet.api, name, fresh.ingestJobRunId, 60_000);
    expect(run.documents.failed).toEqual([]);
    expect((await search(fleet.api, name, textOf(index + 10)))[0]?.document.id).toBe(fresh.documents[0]?.id);
    await send('DELETE', '/v1/documents', { namespaceId: name, ...metadataOf(fresh.documents[0]?.id ?? '') });
    await eventually(
      async () => expect(await fleet.countByStatus()).not.toHaveProperty('QUEUED_FOR_DELETION'),
      30_000,
    );
  }
}, 240_000);
