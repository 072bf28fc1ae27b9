import { searchStore } from '@docfleet/search/search-store';
import { expect, test } from '@jest/globals';
import { describeVectorStore } from '../../../test/conformance.ts';
import { expectBest, vectorQuery } from '../../../test/conformance-expectations.ts';
import { randomNumbers, unitVector, vectorRecord } from '../../../test/conformance-records.ts';
import { describePgvector, usePgvector } from '../../../test/pgvector.fixture.ts';
import type { ScoringStore, VectorQuery, VectorRecord } from '../../provider.ts';
import { rowsWorthGraph } from './maintain.ts';

const alive = AbortSignal.timeout(600_000);

describePgvector('with a real server', () => {
  const { open, query } = usePgvector();
  describeVectorStore('PGVECTOR', { open, scoreDigits: 3 });

  const random = randomNumbers(91);
  const [repeated, other] = [unitVector(random), unitVector(random)];

  async function expectRight(store: ScoringStore, records: ReadonlyMap<string, VectorRecord>) {
    const rows = [...records.values()];
    const terms = [{ term: 'amber', idf: 2 }];
    const keyword = { terms, semanticWeight: 0.5, keywordWeight: 0.5 };
    const probe = randomNumbers(17);
    const vectors = [repeated, other, ...Array.from({ length: 30 }, () => unitVector(probe))];
    vectors.push(...rows.filter((_, index) => index % 500 === 6).map(({ values }) => values));
    for (const vector of vectors)
      for (const changes of [{}, { keyword }] satisfies Partial<VectorQuery>[]) {
        const asked = vectorQuery({ vector, topK: 15, ...changes });
        const { hits } = await searchStore(store, asked, alive);
        expectBest(hits, rows, asked);
        const one = await searchStore(store, { ...asked, topK: 1 }, alive);
        expect(one.hits).toEqual(hits.slice(0, 1));
        const tenant = { ...asked, tenantId: 'acme' };
        const own = rows.filter(({ tenantId }) => tenantId === 'acme');
        expectBest((await searchStore(store, tenant, alive)).hits, own, tenant);
      }
  }

  test('thousands of equal vectors hide no other row, and each of them is found', async () => {
    const store = open('equals');
    const records = new Map(
      Array.from({ length: rowsWorthGraph + 4_000 }, (_, index) => {
        const values = index % 7 === 6 ? {} : { values: index % 100 === 0 ? other : repeated };
        const tenantId = index % 50 === 1 ? 'acme' : null;
        const record = vectorRecord(index, { tenantId, ...values });
        return [record.id, record];
      }),
    );
    await store.upsert([...records.values()], alive);
    await store.maintain(alive);
    await expectRight(store, records);
    const [first, copy] = ['doc0#0', 'doc1390#13901'];
    const changed = { ...(records.get(copy) as VectorRecord), values: unitVector(random) };
    await Promise.all([store.remove([first], alive), store.upsert([changed], alive)]);
    records.delete(first);
    records.set(copy, changed);
    await expectRight(store, records);
    const copies = await query("SELECT relname FROM pg_class WHERE relname LIKE 'own\\_%\\_copies'");
    expect(copies).toHaveLength(1);
    expect(await store.findBrokenIndexes?.(alive)).toEqual([]);
    await store.purge(alive);
    await store.close();
  }, 300_000);
});
