import { searchStore } from '@docfleet/search/search-store';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { expectBest, idsOf, vectorQuery } from '../../../test/conformance-expectations.ts';
import { randomNumbers, vectorRecord } from '../../../test/conformance-records.ts';
import { describePgvector, usePgvector } from '../../../test/pgvector.fixture.ts';
import type { VectorQuery, VectorRecord, VectorStore } from '../../provider.ts';
import { rowsWorthGraph, rowsWorthTable } from './maintain.ts';
import { numberIndexName } from './places.ts';

const alive = AbortSignal.timeout(600_000);

const keyword = {
  terms: [
    { term: 'amber', idf: 3 },
    { term: 'fjord', idf: 0.8 },
  ],
  semanticWeight: 0.5,
  keywordWeight: 0.5,
};

function recordsOf(count: number, from = 0): VectorRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return vectorRecord(number, {
      tenantId: number % 3 === 0 ? 'acme' : null,
      metadata: { percent: number % 100, permil: number % 1_000, ten: number < 10, half: number % 2 },
    });
  });
}

describePgvector('a place that has grown', () => {
  const server = usePgvector();
  const { open, query } = server;

  const relations = async () => {
    const rows = await query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'docfleet_vectors'::regnamespace AND relkind IN ('r', 'i')",
    );
    return rows.map(({ name }) => String(name));
  };
  const numberOf = async (place: string): Promise<number> =>
    Number(
      (await query(`SELECT number FROM docfleet_vectors.places WHERE place = '${place}'`))[0]?.['number'],
    );
  const scansOf = async (index: string): Promise<number> => {
    const rows = await eventually(async () => {
      const found = await query(
        `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = '${index}' AND idx_scan > 0`,
      );
      expect(found).toHaveLength(1);
      return found;
    });
    return Number(rows[0]?.['scans']);
  };
  const vectorIndexes = async (place: string, condition: string): Promise<string[]> => {
    const rows = await query(
      `SELECT relname AS name FROM pg_index JOIN pg_class ON oid = indexrelid
       WHERE relname LIKE 'own_${await numberOf(place)}_vector%' AND ${condition} ORDER BY 1`,
    );
    return rows.map(({ name }) => String(name));
  };
  const indexesOf = (place: string) => vectorIndexes(place, 'true');
  const graphsOf = (place: string) => vectorIndexes(place, 'indisvalid');
  const sizeOf = async (relation: string): Promise<number> =>
    Number((await query(`SELECT pg_relation_size('docfleet_vectors.${relation}') AS size`))[0]?.['size']);
  const expectRight = async (store: VectorStore, records: readonly VectorRecord[]) => {
    for (const changes of [{ topK: 20 }, { topK: 20, keyword }])
      expectBest(await search(store, changes), records, vectorQuery(changes));
  };
  const search = async (store: VectorStore, changes: Partial<VectorQuery>) =>
    (await searchStore(store, vectorQuery(changes), alive)).hits;

  test('gets a table of its own while others write to it and search it, and loses nothing', async () => {
    const store = open('moved');
    const records = recordsOf(rowsWorthTable + 500);
    await store.upsert(records, alive);
    const other = open('moved');
    const added = recordsOf(300, records.length);
    const writing = Array.from({ length: 10 }, (_, call) =>
      other.upsert(added.slice(call * 30, call * 30 + 30), alive),
    );
    const searching = Array.from({ length: 10 }, () => search(other, { topK: 10 }));
    await Promise.all([store.maintain(alive), ...writing]);
    for (const hits of await Promise.all(searching)) expect(hits).toHaveLength(10);
    await store.remove([records[7]?.id ?? ''], alive);
    expect(await store.count(alive)).toBe(records.length + added.length - 1);
    expect(await relations()).toContain(`own_${await numberOf('moved')}`);
    const left = [...records, ...added].filter((_, index) => index !== 7);
    for (const changes of [{ topK: 20 }, { topK: 20, keyword }])
      expectBest(await search(store, changes), left, vectorQuery(changes));
    await Promise.all([store.purge(alive), other.close()]);
    expect((await relations()).filter((name) => name.startsWith('own_'))).toEqual([]);
    await store.close();
  });

  test('takes values of metadata that are longer than an entry of an index, and finds them', async () => {
    const store = open('long-values');
    const random = randomNumbers(7);
    const long = (): string =>
      Array.from({ length: 3_000 }, () => random().toString(36).slice(2, 6)).join('');
    const [first, second] = [long(), long()];
    const records = [...recordsOf(rowsWorthTable), vectorRecord(90_000, { metadata: { path: first } })];
    await store.upsert(records, alive);
    await store.maintain(alive);
    expect(await relations()).toContain(`own_${await numberOf('long-values')}`);
    await store.upsert([vectorRecord(90_001, { metadata: { path: second } })], alive);
    await store.updateMetadata(['doc9000#90000'], { path: first, more: second }, alive);
    for (const [field, value, id] of [
      ['path', first, 'doc9000#90000'],
      ['path', second, 'doc9000#90001'],
      ['more', second, 'doc9000#90000'],
    ] as const)
      expect(idsOf(await search(store, { filter: [{ field, operator: '$eq', value }] }))).toEqual([id]);
    await store.purge(alive);
    await store.close();
  });

  test('stays where it was when its move is killed, and is moved by the next maintenance', async () => {
    const store = open('killed');
    const records = recordsOf(rowsWorthTable + 1);
    await store.upsert(records, alive);
    for (const afterMs of [20, 60, 150, 400]) {
      const moving = store.maintain(AbortSignal.any([alive, AbortSignal.timeout(afterMs)]));
      await moving.catch(() => undefined);
      expect(await store.count(alive)).toBe(records.length);
    }
    await store.maintain(alive);
    expect(await store.count(alive)).toBe(records.length);
    expect(await relations()).toContain(`own_${await numberOf('killed')}`);
    await store.purge(alive);
    await store.close();
  });

  test('is searched by an index of vectors, under filters as well, and finds as much as an exhaustive search', async () => {
    const store = open('indexed');
    const records = recordsOf(rowsWorthGraph + 200);
    await store.upsert(records, alive);
    await store.maintain(alive);
    const [index = ''] = await graphsOf('indexed');
    const fields = [
      { field: 'percent', operator: '$eq', value: 7 },
      { field: 'permil', operator: '$eq', value: 7 },
      { field: 'ten', operator: '$eq', value: true },
      { field: 'half', operator: '$eq', value: 1 },
      { field: 'percent', operator: '$lt', value: 2 },
    ] as const;
    for (const filter of [undefined, ...fields.map((field) => [field])])
      for (const tenantId of [undefined, 'acme']) {
        const passing = records.filter(
          (record) =>
            (tenantId === undefined || record.tenantId === tenantId) &&
            (filter?.every(({ field, operator, value }) => {
              const own = record.metadata[field] as number;
              return operator === '$lt' ? own < value : own === value;
            }) ??
              true),
        );
        for (const changes of [{ topK: 10 }, { topK: 10, keyword }]) {
          const hits = await search(store, { ...changes, tenantId, filter });
          expectBest(hits, passing, vectorQuery(changes));
        }
      }
    // A connection reports what it has used when it ends.
    await store.close();
    expect(await scansOf(index)).toBeGreaterThan(0);
    const numbers = numberIndexName({ number: await numberOf('indexed') }, '"percent"');
    expect(await scansOf(numbers)).toBeGreaterThan(0);
    await open('indexed').purge(alive);
  });

  test('more rows are compared one by one where the index ends before it has found enough', async () => {
    const store = open('ended');
    const records = recordsOf(rowsWorthGraph + 2_000);
    await store.upsert(records, alive);
    await store.maintain(alive);
    const database = new URL(server.url).pathname.slice(1);
    await query(`ALTER DATABASE ${database} SET hnsw.max_scan_tuples = 100`);
    const fresh = open('ended', {
      settings: { PGVECTOR_URL: `${server.url}?application_name=fresh` },
    });
    const changes = { topK: 400, filter: [{ field: 'half', operator: '$eq', value: 1 }] } as const;
    const passing = records.filter(({ metadata }) => metadata['half'] === 1);
    expectBest(await search(fresh, changes), passing, vectorQuery(changes));
    await query(`ALTER DATABASE ${database} RESET hnsw.max_scan_tuples`);
    await store.purge(alive);
    await Promise.all([store.close(), fresh.close()]);
  });

  test('rows that come after a graph are found at once, and no write waits for the graph', async () => {
    const store = open('bulk');
    const records = recordsOf(rowsWorthGraph + 3_000);
    await store.upsert(records.slice(0, rowsWorthGraph), alive);
    await store.maintain(alive);
    const [graph = ''] = await graphsOf('bulk');
    const size = await sizeOf(graph);
    await store.upsert(records.slice(rowsWorthGraph), alive);
    // A connection has up to a hundred keys of before; three thousand rows would make it grow by a third.
    expect(await sizeOf(graph)).toBeLessThan(1.1 * size);
    await expectRight(store, records);
    await store.maintain(alive);
    expect(await graphsOf('bulk')).toEqual([graph]);
    await store.purge(alive);
    await store.close();
  });

  test('graphs of later rows are joined with earlier ones as far as memory has room, and searched together', async () => {
    const store = open('joined');
    const little = open('joined', {
      settings: { PGVECTOR_URL: server.url, PGVECTOR_BUILD_MEMORY_MB: '16' },
    });
    // A connection has up to a hundred keys of before, which count to the graph before.
    const later = rowsWorthGraph + 1_000;
    const records = recordsOf(rowsWorthGraph + 2 * later);
    await little.upsert(records.slice(0, rowsWorthGraph), alive);
    await little.maintain(alive);
    await little.upsert(records.slice(rowsWorthGraph, rowsWorthGraph + later), alive);
    await little.maintain(alive);
    expect(await graphsOf('joined')).toHaveLength(1);
    await little.upsert(records.slice(rowsWorthGraph + later), alive);
    await little.maintain(alive);
    expect(await graphsOf('joined')).toHaveLength(2);
    await little.remove([records[5]?.id ?? '', records[25_000]?.id ?? ''], alive);
    await expectRight(
      store,
      records.filter((_, index) => index !== 5 && index !== 25_000),
    );
    await store.purge(alive);
    await Promise.all([store.close(), little.close()]);
  });

  test('an index that a build killed with -9 has left is used by no search, and dropped and built anew', async () => {
    const store = open('half-built');
    const records = recordsOf(rowsWorthGraph + 10);
    await store.upsert(records, alive);
    const maintaining = store.maintain(alive).catch((error: unknown) => error);
    const pid = await eventually(async () => {
      const [build] = await query(
        `SELECT pid FROM pg_stat_progress_create_index JOIN pg_class ON oid = index_relid
         WHERE phase LIKE 'building index%' AND relname LIKE '%\\_vector\\_%'`,
      );
      expect(build).toBeDefined();
      return Number(build?.['pid']);
    });
    // The server of tests writes its log late.
    await query('CHECKPOINT');
    process.kill(pid, 'SIGKILL');
    expect(await maintaining).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    // Connections end one after the other before the server recovers.
    await eventually(async () => {
      expect(await query(`SELECT FROM pg_stat_activity WHERE pid = ${pid}`)).toEqual([]);
      expect(await store.count(alive)).toBe(records.length);
      expect(await graphsOf('half-built')).toEqual([]);
    });
    expect(await indexesOf('half-built')).toHaveLength(1);
    expect(await store.findBrokenIndexes?.(alive)).toEqual(await indexesOf('half-built'));
    await expectRight(store, records);
    await store.maintain(alive);
    expect(await graphsOf('half-built')).toEqual(await indexesOf('half-built'));
    expect(await graphsOf('half-built')).toHaveLength(1);
    expect(await store.findBrokenIndexes?.(alive)).toEqual([]);
    await expectRight(store, records);
    await store.purge(alive);
    await store.close();
  });

  test('processes that maintain a place at once build one graph', async () => {
    const stores = Array.from({ length: 3 }, () => open('maintained'));
    await stores[0]?.upsert(recordsOf(rowsWorthGraph), alive);
    await Promise.all(stores.map((store) => store.maintain(alive)));
    await stores[0]?.maintain(alive);
    expect(await indexesOf('maintained')).toEqual(await graphsOf('maintained'));
    expect(await graphsOf('maintained')).toHaveLength(1);
    await stores[0]?.purge(alive);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('words are found by the index of terms where the extension intarray has an operator of the same name', async () => {
    const store = open('intarray');
    const records = recordsOf(rowsWorthTable + 1);
    await store.upsert([...records, vectorRecord(90_000, { terms: ['zephyr'] })], alive);
    await store.maintain(alive);
    await query('CREATE EXTENSION intarray');
    const own = await numberOf('intarray');
    const terms = [{ term: 'zephyr', idf: 9 }];
    const hits = await search(store, {
      vector: undefined,
      keyword: { terms, semanticWeight: 0, keywordWeight: 1 },
    });
    expect(idsOf(hits)).toEqual(['doc9000#90000']);
    await store.close();
    expect(await scansOf(`own_${own}_terms`)).toBeGreaterThan(0);
    await query('DROP EXTENSION intarray');
    await open('intarray').purge(alive);
  });
});
