import { expect, test } from '@jest/globals';
import { filterOf, readFilter, rowsOf } from './filter.ts';

test('rows become what the API takes; what is not complete is left out', () => {
  const filter = filterOf([
    { name: 'team', condition: 'is', text: 'people' },
    { name: 'year', condition: 'gte', text: '2020' },
    { name: 'year', condition: 'lte', text: '2026' },
    { name: 'tag', condition: 'in', text: 'a, b,' },
    { name: 'draft', condition: 'false', text: '' },
    { name: 'owner', condition: 'exists', text: '' },
    { name: '', condition: 'is', text: 'nothing' },
    { name: 'open', condition: 'number', text: 'many' },
  ]);
  expect(filter).toEqual({
    team: 'people',
    year: { $gte: 2020, $lte: 2026 },
    tag: { $in: ['a', 'b'] },
    draft: false,
    owner: { $exists: true },
  });
  expect(filterOf(rowsOf(filter))).toEqual(filter);
});

test('a field may be called as what every object has', () => {
  const filter = filterOf([{ name: '__proto__', condition: 'is', text: 'x' }]);
  expect(JSON.stringify(filter)).toBe('{"__proto__":"x"}');
  expect(filterOf(rowsOf(readFilter('{"__proto__":"x"}')))).toEqual(filter);
});

test.each(['', 'nonsense', '[]', '"text"', 'null', '{}'])('%j of an address is no filter', (text) => {
  expect(readFilter(text)).toBeUndefined();
});

test('what no row stands for is kept as it is', () => {
  const filter = { year: { $gt: 2020 }, tag: ['a', 'b'] };
  expect(rowsOf({ year: { $gt: 2020 } })).toEqual([
    { name: 'year', condition: 'json', text: '{"$gt":2020}' },
  ]);
  expect(filterOf(rowsOf(filter))).toEqual(filter);
});
