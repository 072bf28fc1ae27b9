import { encodeTerms } from '@docfleet/keyword';
import { eventually } from '@docfleet/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { conformanceDimensions, randomNumbers, unitVector, vectorRecord } from './conformance-records.ts';
import { keywordWeights } from './keyword-weights.ts';
import type { MetadataFilter } from './metadata-filter.ts';
import type { VectorHit, VectorQuery, VectorRecord, VectorStore } from './provider.ts';

/** How a test of a provider opens stores; all that it opens with one id see the same vectors. */
export interface ConformanceSubject {
  open(namespaceId: string): VectorStore;
}

const alive = AbortSignal.timeout(600_000);

const vectorRecords = (count: number, changes: Partial<VectorRecord> = {}): VectorRecord[] =>
  Array.from({ length: count }, (_, index) => vectorRecord(index, changes));

const vectorQuery = (changes: Partial<VectorQuery> = {}): VectorQuery => ({
  vector: unitVector(randomNumbers(4_711)),
  topK: 10,
  ...changes,
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** The formula of the port, computed over all records. */
function expectedScores(
  records: readonly VectorRecord[],
  { vector, keyword }: VectorQuery,
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { id, values, terms } of records) {
    const semantic = Math.max(0, dot(values, vector));
    if (!keyword) {
      scores.set(id, semantic);
      continue;
    }
    const weights = keywordWeights(keyword);
    const sparse = encodeTerms(terms);
    const lexical = sparse.indices.reduce(
      (sum, index, position) => sum + (weights.get(index) ?? 0) * (sparse.values[position] ?? 0),
      0,
    );
    scores.set(id, keyword.semanticWeight * semantic + keyword.keywordWeight * lexical);
  }
  return scores;
}

/** Hits are right when each has the score of the formula and none that was left out has a better one. */
function expectBest(hits: readonly VectorHit[], records: readonly VectorRecord[], query: VectorQuery): void {
  const scores = expectedScores(records, query);
  const best = [...scores.values()].sort((a, b) => b - a).slice(0, query.topK);
  expect(hits).toHaveLength(best.length);
  hits.forEach((hit, rank) => {
    expect(hit.score).toBeCloseTo(scores.get(hit.id) ?? -1, 3);
    expect(hit.score).toBeCloseTo(best[rank] ?? -1, 3);
  });
}

const idsOf = (hits: readonly VectorHit[]): string[] => hits.map(({ id }) => id).sort();

/** What every provider of the port has to do. */
export function describeVectorStore(name: string, { open }: ConformanceSubject): void {
  describe(`${name} as a vector store`, () => {
    let store: VectorStore;
    let namespaceId: string;
    let opened = 0;
    beforeEach(() => {
      opened += 1;
      namespaceId = `conformance-${process.pid}-${opened}`;
      store = open(namespaceId);
    });
    afterEach(async () => {
      await store.purge(alive);
      await store.close();
    });

    const search = async (changes: Partial<VectorQuery> = {}) =>
      (await store.search(vectorQuery(changes), alive)).hits;
    const visible = (count: number) => eventually(async () => expect(await store.count(alive)).toBe(count));
    const write = async (records: readonly VectorRecord[]) => {
      await store.upsert(records, alive);
      await visible(new Set(records.map(({ id }) => id)).size);
    };

    test('a store that was never written to is empty and takes every call', async () => {
      await store.check(conformanceDimensions, alive);
      expect(await search()).toEqual([]);
      expect(
        await search({
          keyword: { terms: [{ term: 'amber', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 },
        }),
      ).toEqual([]);
      expect(await store.count(alive)).toBe(0);
      expect(await store.idsOfDocument('doc0', alive)).toEqual([]);
      await store.upsert([], alive);
      await store.remove(['doc0#0'], alive);
      await store.updateMetadata(['doc0#0'], { a: 1 }, alive);
      await store.maintain(alive);
      await store.purge(alive);
    });

    test('a search finds the nearest, best first, with their cosine as the score', async () => {
      const records = vectorRecords(200);
      await write(records);
      for (const topK of [1, 10, 500]) {
        const query = vectorQuery({ topK });
        expectBest(await search(query), records, query);
      }
    });

    test('a hit carries its document and text', async () => {
      const record = vectorRecord(1, { text: 'Grün „zitiert“ \u{1F600} \u0000 end' });
      await write([record]);
      expect(await search()).toMatchObject([
        { id: record.id, documentId: record.documentId, text: record.text, textTruncated: false },
      ]);
    });

    test.each([
      [1, 0],
      [0.7, 0.3],
      [0.3, 0.7],
      [0, 1],
    ])(
      'a hybrid search weighs %d meaning and %d keywords as the formula says',
      async (semanticWeight, keywordWeight) => {
        const records = vectorRecords(150);
        await write(records);
        const terms = [
          { term: 'amber', idf: 2.5 },
          { term: 'fjord', idf: 0.7 },
          { term: 'unknown', idf: 4 },
        ];
        const query = vectorQuery({ keyword: { terms, semanticWeight, keywordWeight } });
        expectBest(await search(query), records, query);
      },
    );

    test('a hybrid search without a term is a weighted semantic one', async () => {
      const records = vectorRecords(30);
      await write(records);
      const query = vectorQuery({ keyword: { terms: [], semanticWeight: 0.4, keywordWeight: 0.6 } });
      expectBest(await search(query), records, query);
    });

    test.each(['a AND b', 'x:"y', "o'neil", '(((', '\\', '*', '-amber', 'a~2', 'NOT'])(
      'the term %j is no syntax',
      async (term) => {
        const marked = vectorRecord(500, { terms: [term, 'amber'] });
        const records = [...vectorRecords(20), marked];
        await write(records);
        const keyword = { terms: [{ term, idf: 1 }], semanticWeight: 0, keywordWeight: 1 };
        const query = vectorQuery({ topK: 1, keyword });
        expect(idsOf(await search(query))).toEqual([marked.id]);
      },
    );

    test('writing a record again replaces it', async () => {
      await write(vectorRecords(20));
      await store.upsert([vectorRecord(3, { text: 'new text', metadata: { version: 2 } })], alive);
      await eventually(async () => {
        const hits = await search({ filter: [{ field: 'version', operator: '$eq', value: 2 }] });
        expect(hits).toMatchObject([{ id: 'doc0#3', text: 'new text' }]);
        expect(await store.count(alive)).toBe(20);
      });
    });

    test('an id that occurs twice in one call is stored once, as it was last', async () => {
      await write([vectorRecord(1, { text: 'first' }), vectorRecord(1, { text: 'last' })]);
      expect(await search()).toMatchObject([{ text: 'last' }]);
    });

    test('3,000 records go in at once', async () => {
      const records = vectorRecords(3_000);
      await write(records);
      await store.maintain(alive);
      const query = vectorQuery({ topK: 50 });
      expectBest(await search(query), records, query);
    });

    test('concurrent writers of one store lose nothing', async () => {
      const records = vectorRecords(400);
      const calls = Array.from({ length: 40 }, (_, call) =>
        store.upsert(records.slice(call * 10, call * 10 + 10), alive),
      );
      await Promise.all(calls);
      await visible(400);
    });

    test('two stores of one namespace write and read the same vectors', async () => {
      const other = open(namespaceId);
      const records = vectorRecords(60);
      await Promise.all([
        ...[0, 10, 20].map((from) => store.upsert(records.slice(from, from + 10), alive)),
        ...[30, 40, 50].map((from) => other.upsert(records.slice(from, from + 10), alive)),
      ]);
      await visible(60);
      await eventually(async () => expect(await other.count(alive)).toBe(60));
      await other.remove([records[0]?.id ?? ''], alive);
      await visible(59);
      await other.close();
    });

    test('namespaces do not see each other', async () => {
      const other = open(`${namespaceId}-other`);
      await write(vectorRecords(5));
      await other.upsert(vectorRecords(2), alive);
      await eventually(async () => expect(await other.count(alive)).toBe(2));
      await other.purge(alive);
      await eventually(async () => expect(await other.count(alive)).toBe(0));
      expect(await store.count(alive)).toBe(5);
      await other.close();
    });

    test("a search for a tenant sees that tenant's vectors alone, whatever their metadata says", async () => {
      await write([
        vectorRecord(1, { tenantId: 'acme' }),
        vectorRecord(2, {
          tenantId: 'other',
          metadata: { tenantId: 'acme', tenant_id: 'acme', m_tenantId: 'acme' },
        }),
        vectorRecord(3, { metadata: { tenantId: 'acme', documentId: 'acme', id: 'acme', text: 'acme' } }),
      ]);
      expect(idsOf(await search({ tenantId: 'acme' }))).toEqual(['doc0#1']);
      expect(await search()).toHaveLength(3);
      const keyword = { terms: [{ term: 'amber', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 };
      expect(idsOf(await search({ tenantId: 'acme', keyword }))).toEqual(['doc0#1']);
      expect(await search({ tenantId: "x' OR '1'='1" })).toEqual([]);
    });

    const filtered: readonly [string, MetadataFilter, readonly number[]][] = [
      ['$eq on a string', [{ field: 'kind', operator: '$eq', value: 'a' }], [1, 2]],
      ['$eq on a number', [{ field: 'year', operator: '$eq', value: 2024 }], [2]],
      ['$eq on the string of a number', [{ field: 'year', operator: '$eq', value: '2024' }], []],
      ['$eq on a boolean', [{ field: 'open', operator: '$eq', value: false }], [2]],
      ['$eq on an array that contains it', [{ field: 'tags', operator: '$eq', value: 'y' }], [1, 3]],
      ['$ne, absent fields included', [{ field: 'kind', operator: '$ne', value: 'a' }], [3, 4]],
      ['$ne on arrays', [{ field: 'tags', operator: '$ne', value: 'x' }], [2, 3, 4]],
      ['$in', [{ field: 'kind', operator: '$in', value: ['a', 'b'] }], [1, 2, 3]],
      ['$in on arrays', [{ field: 'tags', operator: '$in', value: ['x', 'z'] }], [1, 3]],
      ['$in with nothing', [{ field: 'kind', operator: '$in', value: [] }], []],
      ['$nin, absent fields included', [{ field: 'kind', operator: '$nin', value: ['b'] }], [1, 2, 4]],
      ['$nin with nothing', [{ field: 'kind', operator: '$nin', value: [] }], [1, 2, 3, 4]],
      ['$gt', [{ field: 'year', operator: '$gt', value: 2020 }], [2, 3]],
      ['$gte', [{ field: 'year', operator: '$gte', value: 2020 }], [1, 2, 3]],
      ['$lt with a fraction', [{ field: 'year', operator: '$lt', value: 2020.5 }], [1]],
      ['$lte', [{ field: 'year', operator: '$lte', value: 2024 }], [1, 2]],
      ['$gt below zero', [{ field: 'year', operator: '$gt', value: -1e300 }], [1, 2, 3]],
      ['$exists', [{ field: 'open', operator: '$exists', value: true }], [1, 2]],
      ['$exists false', [{ field: 'open', operator: '$exists', value: false }], [3, 4]],
      [
        'several conditions at once',
        [
          { field: 'year', operator: '$gte', value: 2020 },
          { field: 'year', operator: '$lt', value: 2024.5 },
          { field: 'tags', operator: '$ne', value: 'x' },
        ],
        [2],
      ],
    ];
    test.each(filtered)('the filter %s', async (_, filter, expected) => {
      await write([
        vectorRecord(1, { metadata: { kind: 'a', year: 2020, open: true, tags: ['x', 'y'] } }),
        vectorRecord(2, { metadata: { kind: 'a', year: 2024, open: false } }),
        vectorRecord(3, { metadata: { kind: 'b', year: 2024.75, tags: ['y', 'z'] } }),
        vectorRecord(4),
      ]);
      expect(idsOf(await search({ filter }))).toEqual(expected.map((index) => `doc0#${index}`));
    });

    test.each([
      "it's",
      '"',
      '\\',
      '\\"',
      'a\u0000b',
      '\u{1F600}',
      '$eq',
      '',
      ' ',
      "'; DROP TABLE x; --",
      'a.b',
      '__proto__',
    ])('metadata with the key and value %j is kept and found', async (hostile) => {
      const metadata = Object.fromEntries([[`k${hostile}`, hostile]]);
      const numbers = Object.fromEntries([[`k${hostile}`, 7]]);
      await write([vectorRecord(1, { metadata }), vectorRecord(2, { metadata: numbers }), vectorRecord(3)]);
      const field = `k${hostile}`;
      expect(idsOf(await search({ filter: [{ field, operator: '$eq', value: hostile }] }))).toEqual([
        'doc0#1',
      ]);
      expect(idsOf(await search({ filter: [{ field, operator: '$gt', value: 6 }] }))).toEqual(['doc0#2']);
      expect(idsOf(await search({ filter: [{ field, operator: '$exists', value: false }] }))).toEqual([
        'doc0#3',
      ]);
    });

    test('new metadata replaces the old and leaves values, text and tenant alone', async () => {
      const records = vectorRecords(25, { metadata: { old: 1, both: 'before' }, tenantId: 'acme' });
      await write(records);
      await store.updateMetadata(
        [records[4]?.id ?? '', 'doc9#absent'],
        { both: 'after', added: ['x'] },
        alive,
      );
      const id = records[4]?.id;
      await eventually(async () => {
        const found = async (filter: MetadataFilter) =>
          idsOf(await search({ topK: 100, tenantId: 'acme', filter }));
        expect(await found([{ field: 'both', operator: '$eq', value: 'after' }])).toEqual([id]);
        expect(await found([{ field: 'added', operator: '$eq', value: 'x' }])).toEqual([id]);
        expect(await found([{ field: 'old', operator: '$exists', value: false }])).toEqual([id]);
      });
      const keyword = { terms: [{ term: 'amber', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 };
      for (const query of [vectorQuery({ topK: 25 }), vectorQuery({ topK: 25, keyword })])
        expectBest(await search(query), records, query);
      expect((await search({ topK: 25 })).find((hit) => hit.id === id)?.text).toBe(records[4]?.text);
    });

    test("a document's vectors are listed and removed by id", async () => {
      const records = [
        ...Array.from({ length: 250 }, (_, index) => vectorRecord(index, { documentId: 'long' })),
        ...Array.from({ length: 3 }, (_, index) => vectorRecord(index, { documentId: 'longer' })),
      ];
      await write(records);
      const ids = await eventually(async () => {
        const listed = await store.idsOfDocument('long', alive);
        expect(listed).toHaveLength(250);
        return listed;
      });
      expect(new Set(ids).size).toBe(250);
      await store.remove([...ids.slice(1), 'absent#1'], alive);
      await visible(4);
      expect(await store.idsOfDocument('long', alive)).toEqual(ids.slice(0, 1));
      expect(await store.idsOfDocument('longer', alive)).toHaveLength(3);
    });

    test('a record that is written after its removal is there', async () => {
      const record = vectorRecord(1);
      await write([record, vectorRecord(2)]);
      await store.remove([record.id], alive);
      await store.upsert([record], alive);
      await eventually(async () => expect(await search()).toHaveLength(2));
    });

    test('a purge leaves nothing, and the namespace takes vectors again', async () => {
      await write(vectorRecords(30));
      await store.purge(alive);
      await visible(0);
      expect(await search()).toEqual([]);
      await write(vectorRecords(3));
      expect(await search()).toHaveLength(3);
    });

    test('vectors of another dimension are refused for good, and nothing is written', async () => {
      await write(vectorRecords(2));
      const odd = vectorRecord(9, { values: Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0) });
      const rejection = {
        code: 'PROVIDER_REJECTED',
        details: { reason: expect.stringMatching(/dimension/) },
      };
      await expect(store.upsert([odd], alive)).rejects.toMatchObject(rejection);
      await expect(store.check(8, alive)).rejects.toMatchObject({
        ...rejection,
        details: { setting: expect.any(String) },
      });
      await expect(search({ vector: odd.values })).rejects.toMatchObject(rejection);
      expect(await store.count(alive)).toBe(2);
    });

    test('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('stopped');
      const stopped = AbortSignal.abort(reason);
      await expect(store.upsert(vectorRecords(1), stopped)).rejects.toBe(reason);
      await expect(store.search(vectorQuery(), stopped)).rejects.toBe(reason);
      await expect(store.remove(['a#b'], stopped)).rejects.toBe(reason);
      expect(await store.count(alive)).toBe(0);
    });
  });
}
