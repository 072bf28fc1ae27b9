import { setTimeout as pause } from 'node:timers/promises';
import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { KeywordPart, VectorHit, VectorQuery } from '@docfleet/vector-store';
import { expect, test } from '@jest/globals';
import { type Finding, findMatches, type MatchSource, mergeGenerations, noMatches } from './find-matches.ts';
import type { Match } from './match.ts';

/** Returns the search of a source whose rows are all visible, unless stated otherwise. */
const findingOf = (source: Partial<MatchSource>, more: Partial<Finding> = {}): Finding => ({
  source: {
    search: async () => ({ hits: [] }),
    findActiveChunks: async (ids) => ids.map((vectorId) => ({ vectorId }) as ActiveChunk),
    findDocuments: async () => [],
    ...source,
  },
  scoreThreshold: 0,
  select: async (matches, limit) => ({ ...noMatches, matches: matches.slice(0, limit) }),
  limitsDocuments: false,
  filtersRows: false,
  ...more,
});

/** Creates a store of `count` hits, scored from 1 downwards, which records its requests. */
function storeOf(count: number) {
  const asked: number[] = [];
  const hits: VectorHit[] = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    documentId: 'd',
    text: '',
    textTruncated: false,
    score: 1 - index / count,
  }));
  const search: MatchSource['search'] = async ({ topK }) => {
    asked.push(topK);
    return { hits: hits.slice(0, topK) };
  };
  return { asked, search };
}

/** Searches for ten, of which those pass that the test says are active. */
async function find(count: number, isActive: (index: number) => boolean, scoreThreshold = 0) {
  const { asked, search } = storeOf(count);
  const findActiveChunks = async (vectorIds: readonly string[]) =>
    vectorIds.filter((id) => isActive(Number(id))).map((vectorId) => ({ vectorId }) as ActiveChunk);
  const query = { vector: new Float32Array(1), topK: 10 };
  const finding = findingOf({ search, findActiveChunks }, { scoreThreshold });
  const { matches } = await findMatches(finding, query);
  return { asked, found: matches.map(({ hit }) => Number(hit.id)) };
}

test('a store without leftovers is asked once', async () => {
  const { asked, found } = await find(500, () => true);
  expect(asked).toEqual([12]);
  expect(found).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('behind many leftovers the best ten are still found', async () => {
  const { asked, found } = await find(500, (index) => index >= 60);
  expect(asked).toEqual([12, 48, 192]);
  expect(found).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68, 69]);
});

test('a store that has no more is not asked again', async () => {
  const { asked, found } = await find(11, (index) => index === 3);
  expect(asked).toEqual([12]);
  expect(found).toEqual([3]);
});

test('what lies under the threshold is not worth asking for', async () => {
  const { asked, found } = await find(100, (index) => index > 2, 0.95);
  expect(asked).toEqual([12]);
  expect(found).toEqual([3, 4, 5]);
});

test('a store full of leftovers is not asked without end', async () => {
  const { asked, found } = await find(10_000, () => false);
  expect(asked.at(-1)).toBe(1_200);
  expect(found).toEqual([]);
});

test.each([
  [
    'with keywords a hit without any score is no match',
    { keyword: { terms: [], semanticWeight: 0.5, keywordWeight: 0.5 } satisfies KeywordPart },
    ['0'],
  ],
  ['by meaning alone the nearest are matches, however far', {}, ['0', '1']],
])('%s', async (_, part, expected) => {
  const hits: VectorHit[] = [0.5, 0].map((score, index) => ({
    id: String(index),
    documentId: 'd',
    text: '',
    textTruncated: false,
    score,
  }));
  const { matches } = await findMatches(findingOf({ search: async () => ({ hits }) }), {
    vector: new Float32Array(1),
    topK: 10,
    ...part,
  });
  expect(matches.map(({ hit }) => hit.id)).toEqual(expected);
});

/** A process ends on a rejection that nothing awaits; Jest fails the test. */
test('a store that fails while the rows are still read fails the search alone', async () => {
  const away = async () => {
    throw new Error('the store is away');
  };
  const searching = findMatches(
    findingOf({ search: away, findActiveChunks: async () => [], findDocuments: () => pause(20, []) }),
    { vector: new Float32Array(1), topK: 10, filter: [] },
  );
  await expect(searching).rejects.toThrow('the store is away');
});

test('what a filter matches by now is found by its id, beside what the store filters', async () => {
  const hit = (id: string, score: number): VectorHit => ({
    id,
    documentId: id,
    text: '',
    textTruncated: false,
    score,
  });
  const { matches } = await findMatches(
    findingOf({
      search: async ({ documentIds }) => ({ hits: documentIds ? [hit('late', 0.9)] : [hit('known', 0.5)] }),
      findDocuments: async () => ['late'],
    }),
    { vector: new Float32Array(1), topK: 10, filter: [] },
  );
  expect(matches.map(({ hit: { id } }) => id)).toEqual(['late', 'known']);
});

const match = (documentId: string, id: string, score: number): Match => ({
  hit: { id, documentId, text: '', textTruncated: false, score },
  chunk: { documentId, vectorId: id } as ActiveChunk,
});

const merged = (current: Match[], previous: Match[], topK = 10) => {
  const found = mergeGenerations(
    { ...noMatches, matches: current },
    { ...noMatches, matches: previous, notice: 'n' },
    topK,
  );
  return [found.matches.map(({ hit }) => hit.id), found.notice];
};

test('what two generations found is one list, the best first, no longer than asked for', () => {
  const current = [match('a', 'a2', 0.9), match('b', 'b2', 0.3)];
  const previous = [match('c', 'c1', 0.5), match('d', 'd1', 0.2)];
  expect(merged(current, previous, 3)).toEqual([['a2', 'c1', 'b2'], 'n']);
});

test('a document that the current generation found is not returned from the previous as well', () => {
  expect(merged([match('a', 'a2', 0.1)], [match('a', 'a1', 0.9), match('a', 'a1.1', 0.8)])[0]).toEqual([
    'a2',
  ]);
});

/** Creates a store of documents with `counts` chunks each, the best first, which can be searched by their ids. */
function documentsOf(counts: readonly number[]) {
  const hits = counts.flatMap((count, document) =>
    Array.from({ length: count }, (_, chunk): VectorHit => {
      const documentId = String(document).padStart(6, '0');
      return {
        id: `${documentId}#${chunk}`,
        documentId,
        text: '',
        textTruncated: false,
        score: 1 / (document + 2),
      };
    }),
  );
  const search: MatchSource['search'] = async ({ topK, documentIds }) => {
    const wanted = documentIds && new Set(documentIds);
    return { hits: hits.filter(({ documentId }) => wanted?.has(documentId) ?? true).slice(0, topK) };
  };
  const all = counts.map((_, document) => String(document).padStart(6, '0'));
  const pageOf =
    (visible: readonly string[]): MatchSource['findDocuments'] =>
    async ({ after, limit, pendingOnly }) =>
      pendingOnly ? [] : visible.filter((id) => after === undefined || id > after).slice(0, limit);
  const seeing = (visible: readonly string[]): Partial<MatchSource> => ({
    search,
    findActiveChunks: async (ids) =>
      ids
        .map((vectorId) => ({ vectorId, documentId: vectorId.split('#')[0] }) as ActiveChunk)
        .filter(({ documentId }) => visible.includes(documentId)),
    findDocuments: pageOf(visible),
  });
  return { all, seeing };
}

const foundDocuments = ({ matches }: { matches: readonly Match[] }) =>
  matches.map(({ hit }) => hit.documentId);
const query = { vector: new Float32Array(1), topK: 3 };

test('documents that only rows can filter are found behind any number of better hits', async () => {
  const { all, seeing } = documentsOf(Array.from({ length: 5_000 }, () => 1));
  const few = [4_000, 4_500, 4_999].map((document) => all[document] as string);
  const found = await findMatches(findingOf(seeing(few)), query);
  expect(foundDocuments(found)).toEqual(few);
  expect(found.notice).toBeUndefined();
});

test('the best of all pages of documents are found', async () => {
  const { all, seeing } = documentsOf(Array.from({ length: 5_000 }, () => 1));
  const half = all.slice(2_000);
  const found = await findMatches(findingOf(seeing(half)), { ...query, filter: [] });
  expect(foundDocuments(found)).toEqual(half.slice(0, 3));
});

test('documents that few rows name are searched by their ids, with one query', async () => {
  const { all, seeing } = documentsOf(Array.from({ length: 5_000 }, () => 1));
  const few = [4_000, 4_999].map((document) => all[document] as string);
  const source = seeing(few);
  const asked: VectorQuery[] = [];
  const search: MatchSource['search'] = (wanted) => {
    asked.push(wanted);
    return source.search?.(wanted) ?? Promise.reject(new Error('no search'));
  };
  const finding = findingOf({ ...source, search }, { filtersRows: true });
  expect(foundDocuments(await findMatches(finding, { ...query, filter: [] }))).toEqual(few);
  expect(asked).toEqual([{ ...query, topK: 5, documentIds: few }]);
});

test('a filter that drops less than half of the rows hides none of a thousand matches', async () => {
  const { all, seeing } = documentsOf(Array.from({ length: 5_000 }, () => 1));
  const most = all.filter((_, document) => document % 5 > 1);
  const found = await findMatches(findingOf(seeing(most)), { ...query, topK: 1_000 });
  expect(foundDocuments(found)).toEqual(most.slice(0, 1_000));
  expect(found.notice).toBeUndefined();
});

test('a document with thousands of chunks does not hide the others where each has one result', async () => {
  const { all, seeing } = documentsOf([3_000, 1, 1]);
  const select: Finding['select'] = async (matches, limit) => {
    const first = new Map(matches.toReversed().map((match) => [match.hit.documentId, match]));
    return { ...noMatches, matches: [...first.values()].toReversed().slice(0, limit) };
  };
  const finding = findingOf(seeing(all), { select, limitsDocuments: true });
  const found = await findMatches(finding, query);
  expect([...foundDocuments(found), found.notice]).toEqual([
    '000000',
    expect.stringContaining('The best 1,200 matches'),
  ]);
});

test('a search that could not read far enough says so', async () => {
  const { all, seeing } = documentsOf([3_000]);
  const select: Finding['select'] = async () => noMatches;
  const { matches, notice } = await findMatches(findingOf(seeing(all), { select }), query);
  expect([matches, notice]).toEqual([[], expect.stringContaining('The best 1,200 matches')]);
});

test('neighbors are joined anew where the results of two searches are', async () => {
  const { search } = storeOf(3);
  const offered: string[][] = [];
  const select: Finding['select'] = async ([first, ...neighbors], _limit) => {
    offered.push([first, ...neighbors].flatMap((match) => match?.hit.id ?? []));
    return { ...noMatches, matches: first ? [{ ...first, neighbors }] : [] };
  };
  const finding = findingOf({ search, findDocuments: async () => ['d'] }, { select });
  const filter = [] as unknown as NonNullable<VectorQuery['filter']>;
  const { matches } = await findMatches(finding, { vector: new Float32Array(1), topK: 10, filter });
  expect(offered.at(-1)).toEqual(['0', '1', '2']);
  expect(matches.map(({ neighbors = [] }) => neighbors.length)).toEqual([2]);
});
