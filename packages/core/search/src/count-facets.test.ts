import { expect, test } from '@jest/globals';
import { countFacets } from './count-facets.ts';
import type { Match } from './match.ts';

const matchOf = (documentId: string, metadata: Record<string, unknown>) =>
  ({ chunk: { documentId, metadata } }) as Match;

const inAll = [
  matchOf('a', { team: 'people', tags: ['x', 'y', 'y'] }),
  matchOf('a', { team: 'people', tags: ['x', 'y', 'y'] }),
  matchOf('b', { team: 'people', tags: ['y'], year: 2026 }),
  matchOf('c', { team: 'sales', isPublic: false }),
];

test('documents are counted, not their chunks, the commonest value first', async () => {
  expect(await countFacets(inAll, ['team', 'tags', 'year', 'isPublic', 'none'])).toEqual({
    team: [
      { value: 'people', count: 2 },
      { value: 'sales', count: 1 },
    ],
    tags: [
      { value: 'y', count: 2 },
      { value: 'x', count: 1 },
    ],
    year: [{ value: 2026, count: 1 }],
    isPublic: [{ value: false, count: 1 }],
    none: [],
  });
});

test('a text and the number that it looks like are two values, as they are for filters', async () => {
  const matches = [
    matchOf('a', { year: '2025' }),
    matchOf('b', { year: 2025 }),
    matchOf('c', { year: 2025 }),
    matchOf('d', { year: ['2025', 'true'] }),
    matchOf('e', { year: true }),
  ];
  expect(await countFacets(matches, ['year'])).toEqual({
    year: [
      { value: '2025', count: 2 },
      { value: 2025, count: 2 },
      { value: 'true', count: 1 },
      { value: true, count: 1 },
    ],
  });
});

test('of many values the 100 commonest are returned, equally common ones in the order of the matches', async () => {
  const matches = Array.from({ length: 300 }, (_, index) =>
    matchOf(`d${index}`, { tags: [`v${index}`, ...(index >= 290 ? ['late'] : [])] }),
  );
  const { tags = [] } = await countFacets(matches, ['tags']);
  expect(tags).toHaveLength(100);
  expect(tags.slice(0, 3)).toEqual([
    { value: 'late', count: 10 },
    { value: 'v0', count: 1 },
    { value: 'v1', count: 1 },
  ]);
});

test('of a list the first 100 values are counted', async () => {
  const tags = Array.from({ length: 101 }, (_, index) => `v${index}`);
  const counted = (await countFacets([matchOf('a', { tags })], ['tags']))['tags'] ?? [];
  expect(counted.map(({ value }) => value)).toEqual(tags.slice(0, 100));
});

test('as many values as 10,000 documents can have are counted in slices, and a field that is named ten times once', async () => {
  const tags = Array.from({ length: 2_000 }, (_, index) => index.toString(36));
  const matches = Array.from({ length: 10_000 }, (_, document) => matchOf(`d${document}`, { tags }));
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const fields = Array.from({ length: 10 }, () => 'tags');
  expect(Object.keys(await countFacets(matches, fields))).toEqual(['tags']);
  isOver = true;
  expect(iterations).toBeGreaterThan(10);
});
