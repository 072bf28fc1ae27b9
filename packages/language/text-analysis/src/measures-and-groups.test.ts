import { expect, test } from '@jest/globals';
import { finds } from '../test/finds.ts';
import { analyzeText, parseQuery, refusedBy, weighQuery } from './index.ts';

const termsOf = (text: string) => analyzeText(text, 'en').terms;

test.each([
  ['2.5mg', '2,5 mg', '25mg'],
  ['1.5 GHz', '1.5GHz', '15GHz'],
  ['4.7 kΩ', '4.7kΩ', '47kΩ'],
  ['5 kg', '5㎏', '6kg'],
])('%s is the measure %s, and not %s', (query, same, other) => {
  for (const [left, right] of [
    [query, same],
    [same, query],
  ] as const) {
    const shared = termsOf(left).filter((term) => termsOf(right).includes(term));
    expect(shared.length).toBeGreaterThanOrEqual(2);
    const confused = termsOf(left).filter((term) => termsOf(other).includes(term));
    expect(confused.length).toBeLessThan(shared.length);
  }
});

test('a decimal point is not lost between a number and its unit', () => {
  expect(termsOf('2.5mg')).not.toContain('25mg');
});

test.each([
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['GB29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19'],
  ['+4930901820', '+49 30 901820'],
  ['4111111111111111', '4111 1111 1111 1111'],
  ['10000', '10 000'],
])('%s is the same number as %s', (closed, grouped) => {
  const whole = closed.replace('+', '').toLowerCase();
  expect(termsOf(`The number ${closed} is given.`)).toContain(whole);
  expect(termsOf(`The number ${grouped} is given.`)).toContain(whole);
  expect(finds(grouped, `The number ${closed} is given.`)).toBe(true);
});

test('a number in groups outweighs another that has most of its groups', () => {
  const query = 'DE89 3704 0044 0532 0130 00';
  const texts = ['Account DE89370400440532013000.', 'Account DE89 3704 0044 0532 0130 99.'];
  const known = texts.map((text) => new Set(termsOf(text)));
  const { terms } = weighQuery(query, {
    documentCount: 10,
    frequencyOf: (term) => known.filter((one) => one.has(term)).length,
  });
  const [same = 0, other = 0] = known.map((one) =>
    terms.filter(({ term }) => one.has(term)).reduce((sum, { idf }) => sum + idf, 0),
  );
  expect(same).toBeGreaterThan(other);
});

test.each(['In 2024 10 of 12 came', 'Room 12 has 30 seats', 'A 1 B 2 C 3', 'version 2 of 10'])(
  'numbers beside each other are not one: %s',
  (text) => {
    expect(termsOf(text).filter((term) => /^\d{5,}$|\d{3,}[a-z]/.test(term))).toEqual([]);
  },
);

test.each([
  ['oreilly', "I don't know what O'Reilly said."],
  ["O'Reilly", 'Published by OReilly last year.'],
  ['istanbul', "İstanbul'da hava bugün çok güzel ve güneşli."],
  ['OʼReilly', 'What O’Reilly said.'],
  ["п'ять", 'Було п’ять книг на столі.'],
  ['co-operative', 'The co\u2011operative bank opens.'],
  ['cooperative', 'The co\u2010operative bank opens.'],
  ['🚀', 'We ship it 🚀 on Monday.'],
])('%s is found in: %s', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

test.each([
  ['招商 -公司', '招商证券股份有限公司', false],
  ['招商 -公司', '招商蛇口', true],
  ['서울 -회의', '서울 회의는 내일', false],
  ['ラーメン -店', 'ラーメン店', false],
])('%s against %s: %s', (query, text, expected) => {
  expect(refusedBy(text, parseQuery(query)) === undefined).toBe(expected);
});
