import type { MetadataFilter } from '@docfleet/metadata-filter';
import { describe, expect, test } from '@jest/globals';
import { expectBest, idsOf, vectorQuery, vectorRecords } from './conformance-expectations.ts';
import { filters, oddNumbers } from './conformance-filters.ts';
import { conformanceDimensions, vectorRecord } from './conformance-records.ts';
import { alive, type ConformanceSubject, useConformanceStore } from './conformance-store.fixture.ts';
import { describeWrites } from './conformance-writes.fixture.ts';
import { describeRandomSearches } from './random-searches.fixture.ts';

export type { ConformanceSubject } from './conformance-store.fixture.ts';

/** Registers the conformance tests of the vector store port; each provider's test calls it. */
export function describeVectorStore(name: string, given: ConformanceSubject): void {
  describeWrites(name, given);
  describeRandomSearches(name, given);

  describe(`${name} as a vector store that is searched`, () => {
    const subject = useConformanceStore(given);
    const { search, write } = subject;

    test('a store that was never written to is empty and takes every call', async () => {
      await subject.store.check(conformanceDimensions, alive);
      expect(await search()).toEqual([]);
      expect(
        await search({
          keyword: { terms: [{ term: 'amber', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 },
        }),
      ).toEqual([]);
      expect(await subject.store.count(alive)).toBe(0);
      expect(await subject.store.idsOfDocument('doc0', alive)).toEqual([]);
      expect((await Array.fromAsync(subject.store.listIds(alive))).flat()).toEqual([]);
      await subject.store.upsert([], alive);
      await subject.store.remove(['doc0#0'], alive);
      await subject.store.updateMetadata(['doc0#0'], { a: 1 }, alive);
      await subject.store.updateTerms(new Map([['doc0#0', ['a']]]), alive);
      await subject.store.maintain(alive);
      await subject.store.purge(alive);
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

    test.each([
      [0.5, 0.5],
      [0, 1],
    ])(
      'weighs %d meaning and %d keywords rightly where the query repeats words and counts others for little',
      async (semanticWeight, keywordWeight) => {
        const records = vectorRecords(900);
        await write(records);
        const terms = [
          { term: 'amber', idf: 6, factor: 6 },
          { term: 'fjord', idf: 0.1, factor: 0.1 },
          { term: 'heron', idf: 1 },
          { term: 'jetty', idf: 0.1, factor: 0.1 },
          { term: 'inlet', idf: 0.1, factor: 0.1 },
          { term: 'delta', idf: 0.1, factor: 0.1 },
        ];
        for (const topK of [1, 10, 40]) {
          const query = vectorQuery({ topK, keyword: { terms, semanticWeight, keywordWeight } });
          expectBest(await search(query), records, query);
        }
      },
    );

    test('of equal scores those with the first ids are found, however many are asked for', async () => {
      const { values, terms } = vectorRecord(1);
      const written = Array.from({ length: 90 }, (_, index) =>
        vectorRecord((index * 37) % 90, { documentId: 'same', values, terms, text: `text ${index}` }),
      );
      await write(written);
      await given.settle?.();
      const ids = written.map(({ id }) => id).toSorted();
      const keywordTerms = terms.slice(0, 1).map((term) => ({ term, idf: 1 }));
      for (const weights of [undefined, [0.5, 0.5], [0, 1]] as const) {
        const [semanticWeight = 1, keywordWeight = 0] = weights ?? [];
        const keyword = weights && { terms: keywordTerms, semanticWeight, keywordWeight };
        for (const topK of [1, 7, 40, 90])
          expect((await search({ topK, ...(keyword && { keyword }) })).map(({ id }) => id)).toEqual(
            ids.slice(0, topK),
          );
      }
    });

    test('words alone are searched for without a vector', async () => {
      const records = vectorRecords(60);
      await write(records);
      const keyword = { terms: [{ term: 'amber', idf: 2 }], semanticWeight: 0, keywordWeight: 1 };
      const query = vectorQuery({ vector: undefined, keyword });
      const hits = await search({ vector: undefined, keyword });
      expect(hits).not.toEqual([]);
      expectBest(hits, records, query);
    });

    test('a word that all texts have finds them beside one that none has', async () => {
      const records = Array.from({ length: 12 }, (_, index) => vectorRecord(index, { terms: ['bremen'] }));
      await write(records);
      const terms = [
        { term: 'invoyce', idf: 5 },
        { term: 'bremen', idf: 0.01 },
      ];
      const query = vectorQuery({ topK: 10, keyword: { terms, semanticWeight: 0, keywordWeight: 1 } });
      expect(await search(query)).toHaveLength(10);
    });

    test('what has no part of a query is not found by it', async () => {
      await write(vectorRecords(30));
      const keyword = { terms: [{ term: 'unknown', idf: 4 }], semanticWeight: 0, keywordWeight: 1 };
      expect(await search({ keyword })).toEqual([]);
    });

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

    test.each(filters)('the filter %s', async (_, filter, expected) => {
      await write([
        vectorRecord(1, {
          metadata: { kind: 'a', year: 2020, open: true, tags: ['x', 'y'], due: '2026-01-30' },
        }),
        vectorRecord(2, { metadata: { kind: 'a', year: 2024, open: false, due: '2026-01-31' } }),
        vectorRecord(3, {
          metadata: { kind: 'b', year: 2024.75, tags: ['y', 'z'], due: '2026-01-31T09:30:00+01:00' },
        }),
        vectorRecord(4, { metadata: { due: 5 } }),
      ]);
      expect(idsOf(await search({ filter }))).toEqual(expected.map((index) => `doc0#${index}`));
    });

    test('numbers are compared whatever their size and sign', async () => {
      await write(oddNumbers.map((number, index) => vectorRecord(index, { metadata: { number } })));
      const compare = {
        $eq: (one: number, other: number) => one === other,
        $gt: (one: number, other: number) => one > other,
        $gte: (one: number, other: number) => one >= other,
        $lt: (one: number, other: number) => one < other,
        $lte: (one: number, other: number) => one <= other,
      };
      for (const value of oddNumbers)
        for (const [operator, holds] of Object.entries(compare)) {
          const condition = { field: 'number', operator: operator as keyof typeof compare, value };
          const found = idsOf(await search({ topK: 50, filter: [condition] }));
          const expected = [...oddNumbers.keys()].filter((index) => holds(oddNumbers[index] ?? 0, value));
          expect([condition, found]).toEqual([
            condition,
            expected.map((index) => vectorRecord(index).id).toSorted(),
          ]);
        }
    });

    test('an empty list is there, and has no value', async () => {
      await write([
        vectorRecord(1, { metadata: { tags: [] } }),
        vectorRecord(2, { metadata: { tags: [''] } }),
      ]);
      const found = async (filter: MetadataFilter) => idsOf(await search({ filter }));
      expect(await found([{ field: 'tags', operator: '$exists', value: true }])).toEqual([
        'doc0#1',
        'doc0#2',
      ]);
      expect(await found([{ field: 'tags', operator: '$eq', value: '' }])).toEqual(['doc0#2']);
      expect(await found([{ field: 'tags', operator: '$nin', value: [''] }])).toEqual(['doc0#1']);
    });

    test.each(["o'neil", '"; --', '\\', ' ', 'null', '["a"]', '\u0000', '\u{1F600}', 'x'.repeat(5_000)])(
      'the tenant %j is found by its name alone',
      async (tenantId) => {
        await write([
          vectorRecord(1, { tenantId }),
          vectorRecord(2, { tenantId: `${tenantId}x` }),
          vectorRecord(3),
        ]);
        const keyword = { terms: [{ term: 'amber', idf: 1 }], semanticWeight: 0.5, keywordWeight: 0.5 };
        for (const changes of [{ tenantId }, { tenantId, keyword }])
          expect(idsOf(await search(changes))).toEqual(['doc0#1']);
        await subject.store.updateMetadata(['doc0#1', 'doc0#2', 'doc0#3'], { changed: true }, alive);
        expect(idsOf(await search({ tenantId }))).toEqual(['doc0#1']);
      },
    );

    test('a search within documents sees their vectors alone', async () => {
      await write([vectorRecord(1), vectorRecord(11), vectorRecord(21)]);
      expect(idsOf(await search({ documentIds: ['doc0', 'doc2'] }))).toEqual(['doc0#1', 'doc2#21']);
      expect(await search({ documentIds: [] })).toEqual([]);
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
  });
}
