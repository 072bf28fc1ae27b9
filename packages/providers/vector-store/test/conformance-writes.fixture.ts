import type { MetadataFilter } from '@docfleet/metadata-filter';
import { searchStore } from '@docfleet/search/search-store';
import { eventually } from '@docfleet/testing';
import { encodeTerms } from '@docfleet/text-analysis';
import { describe, expect, test } from '@jest/globals';
import { expectBest, idsOf, vectorQuery, vectorRecords } from './conformance-expectations.ts';
import { vectorRecord } from './conformance-records.ts';
import { alive, type ConformanceSubject, useConformanceStore } from './conformance-store.fixture.ts';

/** Registers the conformance tests of writes and removals. */
export function describeWrites(name: string, { open, hasFixedDimension }: ConformanceSubject): void {
  describe(`${name} as a vector store that is written to`, () => {
    const subject = useConformanceStore({ open });
    const { search, visible, write } = subject;

    test('writing a record again replaces it', async () => {
      await write(vectorRecords(20));
      await subject.store.upsert([vectorRecord(3, { text: 'new text', metadata: { version: 2 } })], alive);
      await eventually(async () => {
        const hits = await search({ filter: [{ field: 'version', operator: '$eq', value: 2 }] });
        expect(hits).toMatchObject([{ id: 'doc0#3', text: 'new text' }]);
        expect(await subject.store.count(alive)).toBe(20);
      });
    });

    test('an id that occurs twice in one call is stored once, as it was last', async () => {
      await write([vectorRecord(1, { text: 'first' }), vectorRecord(1, { text: 'last' })]);
      expect(await search()).toMatchObject([{ text: 'last' }]);
    });

    test('3,000 records go in at once', async () => {
      const records = vectorRecords(3_000);
      await write(records);
      await subject.store.maintain(alive);
      const query = vectorQuery({ topK: 50 });
      expectBest(await search(query), records, query);
    });

    test('concurrent writers of one store lose nothing', async () => {
      const records = vectorRecords(400);
      const calls = Array.from({ length: 40 }, (_, call) =>
        subject.store.upsert(records.slice(call * 10, call * 10 + 10), alive),
      );
      await Promise.all(calls);
      await visible(400);
    });

    test('two stores of one namespace write and read the same vectors', async () => {
      const other = open(subject.namespaceId);
      const records = vectorRecords(60);
      await Promise.all([
        ...[0, 10, 20].map((from) => subject.store.upsert(records.slice(from, from + 10), alive)),
        ...[30, 40, 50].map((from) => other.upsert(records.slice(from, from + 10), alive)),
      ]);
      await visible(60);
      await eventually(async () => expect(await other.count(alive)).toBe(60));
      await other.remove([records[0]?.id ?? ''], alive);
      await visible(59);
      await other.close();
    });

    test('namespaces do not see each other', async () => {
      const other = open(`${subject.namespaceId}-other`);
      await write(vectorRecords(5));
      await other.upsert(vectorRecords(2), alive);
      await eventually(async () => expect(await other.count(alive)).toBe(2));
      await other.purge(alive);
      await eventually(async () => expect(await other.count(alive)).toBe(0));
      expect(await subject.store.count(alive)).toBe(5);
      await other.close();
    });

    test('new metadata replaces the old and leaves values, text and tenant alone', async () => {
      const records = vectorRecords(25, { metadata: { old: 1, both: 'before' }, tenantId: 'acme' });
      await write(records);
      await subject.store.updateMetadata(
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

    test('new terms replace the old and leave values, text and metadata alone', async () => {
      const records = vectorRecords(25, { metadata: { kept: 1 } });
      await write(records);
      const changed = records.map((record, index) =>
        index === 4 ? { ...record, terms: ['zephyr'] } : record,
      );
      await subject.store.updateTerms(
        new Map([
          [records[4]?.id ?? '', ['zephyr']],
          ['doc9#absent', ['zephyr']],
        ]),
        alive,
      );
      const terms = [
        { term: 'zephyr', idf: 1 },
        { term: 'amber', idf: 1 },
      ];
      const query = vectorQuery({ topK: 25, keyword: { terms, semanticWeight: 0.5, keywordWeight: 0.5 } });
      const filter: MetadataFilter = [{ field: 'kept', operator: '$eq', value: 1 }];
      await eventually(async () => expectBest(await search({ ...query, filter }), changed, query));
      expect(await subject.store.count(alive)).toBe(25);
    });

    test("a document's vectors are listed and removed by id", async () => {
      const records = [
        ...Array.from({ length: 250 }, (_, index) => vectorRecord(index, { documentId: 'long' })),
        ...Array.from({ length: 3 }, (_, index) => vectorRecord(index, { documentId: 'longer' })),
      ];
      await write(records);
      const ids = await eventually(async () => {
        const listed = await subject.store.idsOfDocument('long', alive);
        expect(listed).toHaveLength(250);
        return listed;
      });
      expect(new Set(ids).size).toBe(250);
      await subject.store.remove([...ids.slice(1), 'absent#1'], alive);
      await visible(4);
      expect(await subject.store.idsOfDocument('long', alive)).toEqual(ids.slice(0, 1));
      expect(await subject.store.idsOfDocument('longer', alive)).toHaveLength(3);
    });

    test('all ids are listed once each, in pages of at most a thousand', async () => {
      const records = vectorRecords(2_500);
      await write(records);
      const pages = await Array.fromAsync(subject.store.listIds(alive));
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
      expect(pages.flat().toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    });

    test('vectors are read back by their ids as they were written, and absent ones are left out', async () => {
      const records = vectorRecords(1_000);
      await write(records);
      const recordOf = new Map(records.map((record) => [record.id, record]));
      const ids = [...recordOf.keys()];
      expect(await subject.store.readVectors([], alive)).toEqual([]);
      const read = await subject.store.readVectors([...ids.slice(1), 'absent#1'], alive);
      expect(read.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
      for (const { id, values, text, terms, weights } of read) {
        const record = recordOf.get(id);
        const { values: written = new Float32Array(), terms: writtenTerms = [] } = record ?? {};
        expect(text).toBe(record?.text);
        if (subject.store.keepsTerms) expect(terms).toEqual(writtenTerms);
        const encoded = encodeTerms(writtenTerms);
        expect(weights.indices).toEqual(encoded.indices);
        expect(weights.values).toEqual(encoded.values.map((value) => expect.closeTo(value, 5)));
        expect(values).toHaveLength(written.length);
        values.forEach((value, axis) => {
          expect(Math.abs(value - (written[axis] ?? 0))).toBeLessThan(1e-3);
        });
      }
    });

    test('a record that is written after its removal is there', async () => {
      const record = vectorRecord(1);
      await write([record, vectorRecord(2)]);
      await subject.store.remove([record.id], alive);
      await subject.store.upsert([record], alive);
      await eventually(async () => expect(await search()).toHaveLength(2));
    });

    test('a purge leaves nothing, and the namespace takes vectors again', async () => {
      await write(vectorRecords(30));
      await subject.store.purge(alive);
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
      await expect(subject.store.upsert([odd], alive)).rejects.toMatchObject(rejection);
      await expect(subject.store.check(8, alive)).rejects.toMatchObject({
        ...rejection,
        details: { setting: expect.any(String) },
      });
      await expect(search({ vector: odd.values })).rejects.toMatchObject(rejection);
      expect(await subject.store.count(alive)).toBe(2);
    });

    if (!hasFixedDimension)
      test('a place that was emptied takes vectors of another dimension, also from stores that were open before', async () => {
        const other = open(subject.namespaceId);
        const records = vectorRecords(2);
        await write(records);
        expect(await other.count(alive)).toBe(2);
        await subject.store.remove(
          records.map(({ id }) => id),
          alive,
        );
        await visible(0);
        const values = Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0);
        const query = vectorQuery({ vector: values });
        expect((await searchStore(other, query, alive)).hits).toEqual([]);
        await subject.store.check(8, alive);
        await write([vectorRecord(9, { values })]);
        for (const store of [subject.store, other])
          expect((await searchStore(store, query, alive)).hits).toMatchObject([{ id: 'doc0#9', score: 1 }]);
        await other.upsert([vectorRecord(8, { values })], alive);
        await visible(2);
        await other.close();
      });

    test('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('stopped');
      const stopped = AbortSignal.abort(reason);
      await expect(subject.store.upsert(vectorRecords(1), stopped)).rejects.toBe(reason);
      await expect(searchStore(subject.store, vectorQuery(), stopped)).rejects.toBe(reason);
      await expect(subject.store.remove(['a#b'], stopped)).rejects.toBe(reason);
      expect(await subject.store.count(alive)).toBe(0);
    });
  });
}
