import { propertyRuns } from '@docfleet/testing';
import { parseQuery } from '@docfleet/text-analysis';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countFacets } from './count-facets.ts';
import type { Match } from './match.ts';
import { neighborRanks, selectMatches } from './select-matches.ts';

const matchOf = (
  id: string,
  text: string,
  place: { documentId?: string; start?: number; end?: number } = {},
) =>
  ({
    hit: { id, documentId: place.documentId ?? id, text, textTruncated: false, score: 1 },
    chunk: { documentId: id, revision: 1, start: 0, end: text.length, metadata: { kind: 'rule' }, ...place },
  }) as unknown as Match;

const select = async (matches: readonly Match[], query = 'rule', limit = 10) => {
  const selection = {
    parsed: parseQuery(query),
    maxPerDocument: undefined,
    collapseDuplicates: true,
    mergeNeighbors: false,
  };
  const { matches: kept, leftOut } = await selectMatches(matches, selection, limit);
  return { ids: kept.map(({ hit }) => hit.id), kept, leftOut };
};

const rule =
  'Unused days of leave in the Lisbon office may be carried over to the following spring, as agreed.';

test.each([
  ['a negation', rule, rule.replace('may', 'may not')],
  ['a number', 'Invoice 4711 is due within thirty days.', 'Invoice 4712 is due within thirty days.'],
  ['a letter of Thai', 'ห้ามสูบบุหรี่ในอาคาร', 'ห้ามสูบบุหรี่ในอาคารา'],
  ['a capital', 'Polish the table.', 'polish the table.'],
  ['a sign', 'The limit is +5 degrees.', 'The limit is -5 degrees.'],
])('texts that differ by %s are both results', async (_, one, other) => {
  const { ids, leftOut } = await select([matchOf('one', one), matchOf('other', other)]);
  expect([ids, leftOut.duplicates]).toEqual([['one', 'other'], 0]);
});

test('a text that differs by white space alone is left out and counted', async () => {
  const { ids, leftOut } = await select([matchOf('one', 'A  rule.\n'), matchOf('other', ' A rule.')]);
  expect([ids, leftOut.duplicates]).toEqual([['one'], 1]);
});

test('a chunk inside a better one of its document is left out and counted, and not the other way around', async () => {
  const outer = matchOf('outer', 'A rule. Another.', { documentId: 'd', start: 0, end: 16 });
  const inner = matchOf('inner', 'Another.', { documentId: 'd', start: 8, end: 16 });
  expect(await select([outer, inner])).toMatchObject({ ids: ['outer'], leftOut: { duplicates: 1 } });
  expect(await select([inner, outer])).toMatchObject({ ids: ['inner', 'outer'], leftOut: { duplicates: 0 } });
});

test('facets count documents whose text was left out as a duplicate', async () => {
  const { kept } = await select(['a', 'b', 'c'].map((id) => matchOf(id, 'The same rule.')));
  expect(await countFacets(kept, ['kind'])).toEqual({ kind: [{ value: 'rule', count: 3 }] });
});

test('what a query excludes is counted by exclusion', async () => {
  const { ids, leftOut } = await select(
    [matchOf('a', 'a sick rule'), matchOf('b', 'a rule'), matchOf('c', 'sick, sick')],
    'rule -sick',
  );
  expect([ids, [...leftOut.excluded]]).toEqual([['b'], [['-sick', 2]]]);
});

test('what is left out behind the last result is not counted', async () => {
  const texts = ['a rule', 'a rule', 'another', 'a rule', 'another'];
  const { leftOut } = await select(
    texts.map((text, index) => matchOf(String(index), text)),
    'rule',
    2,
  );
  expect(leftOut.duplicates).toBe(1);
});

interface Place {
  readonly document?: string;
  readonly section?: string;
  readonly sheet?: string;
  readonly revision?: number;
}

/** A match of a chunk that has a text of its own, by its number in the document. */
const chunkOf = (ordinal: number, { document = 'd', section = 'Leave', sheet, revision = 1 }: Place = {}) => {
  const place = { documentId: document, start: 10 * ordinal, end: 10 * ordinal + 12 };
  const { hit, chunk } = matchOf(`${document}${ordinal}`, `${document} says rule ${ordinal}`, place);
  const location = { section: [section], ...(sheet && { sheet }) };
  return { hit, chunk: { ...chunk, ordinal, revision, location } } as unknown as Match;
};

/** The results of a selection that merges neighbors, as the ids of their parts, the best first. */
async function mergedOf(matches: readonly Match[], limit = 10, maxPerDocument?: number): Promise<string[]> {
  const selection = {
    parsed: parseQuery('rule -sick'),
    maxPerDocument,
    collapseDuplicates: true,
    mergeNeighbors: true,
  };
  const selected = await selectMatches(matches, selection, limit);
  return selected.matches.map(({ hit, neighbors = [] }) =>
    [hit.id, ...neighbors.map((match) => match.hit.id)].join('+'),
  );
}

test('chunks that follow each other in a section are one result in the place of the best, at most three of them', async () => {
  const matches = [5, 9, 4, 6, 7].map((ordinal) => chunkOf(ordinal));
  expect(await mergedOf(matches)).toEqual(['d5+d4+d6', 'd9', 'd7']);
});

test('a chunk between two results makes them one, unless they would be more than three', async () => {
  expect(await mergedOf([1, 3, 2, 4].map((ordinal) => chunkOf(ordinal)))).toEqual(['d1+d2+d3', 'd4']);
  expect(await mergedOf([1, 3, 4, 2].map((ordinal) => chunkOf(ordinal)))).toEqual(['d1+d2', 'd3+d4']);
  expect(
    await mergedOf(
      [1, 3, 8, 2].map((ordinal) => chunkOf(ordinal)),
      2,
    ),
  ).toEqual(['d1+d2+d3', 'd8']);
});

test.each<[string, Match]>([
  ['another section', chunkOf(2, { section: 'Pay' })],
  ['another sheet', chunkOf(2, { sheet: 'Costs' })],
  ['another document', chunkOf(2, { document: 'e' })],
  ['another revision', chunkOf(2, { revision: 2 })],
  ['a place further on', chunkOf(3)],
])('a chunk of %s stays a result of its own', async (_, other) => {
  expect(await mergedOf([chunkOf(1), other])).toEqual(['d1', other.hit.id]);
});

test('a chunk more than ten ranks behind its neighbor stays a result of its own', async () => {
  const others = Array.from({ length: 10 }, (_, index) => chunkOf(1, { document: `other${index}` }));
  expect(await mergedOf([chunkOf(1), ...others.slice(1), chunkOf(2)], 20)).toContain('d1+d2');
  expect(await mergedOf([chunkOf(1), ...others, chunkOf(2)], 20)).toContain('d2');
});

test('merged chunks count as one result of their document', async () => {
  expect(await mergedOf([chunkOf(1), chunkOf(8), chunkOf(2)], 10, 1)).toEqual(['d1+d2']);
});

test('a chunk that the query excludes is no part of a result', async () => {
  const { hit, chunk } = chunkOf(2);
  expect(await mergedOf([chunkOf(1), { hit: { ...hit, text: 'a sick rule' }, chunk }])).toEqual(['d1']);
});

test('pages agree: more matches change no result that ten further ones follow', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.nat(30), fc.constantFrom('d', 'e')), {
        selector: ([ordinal, document]) => `${document}${ordinal}`,
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 10 }),
      async (places, shown) => {
        const matches = places.map(([ordinal, document]) => chunkOf(ordinal, { document }));
        const all = await mergedOf(matches, 100);
        expect((await mergedOf(matches, shown + neighborRanks)).slice(0, shown)).toEqual(all.slice(0, shown));
      },
    ),
    propertyRuns(300),
  );
});
