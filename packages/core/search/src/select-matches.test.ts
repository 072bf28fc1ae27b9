import { parseQuery } from '@docfleet/text-analysis';
import { expect, test } from '@jest/globals';
import { countFacets } from './count-facets.ts';
import type { Match } from './match.ts';
import { selectMatches } from './select-matches.ts';

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
  const selection = { parsed: parseQuery(query), maxPerDocument: undefined, collapseDuplicates: true };
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
