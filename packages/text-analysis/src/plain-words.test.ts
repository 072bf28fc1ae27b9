import { expect, test } from '@jest/globals';
import { honorsQuotes, parseQuery } from './index.ts';

test('quotes and excluded words are read, and what is searched for is left', () => {
  expect(parseQuery('lake "paid leave" -sick -"public holidays" days')).toEqual({
    text: 'lake paid leave   days',
    phrases: [['paid', 'leave']],
    excluded: [['public', 'holidays'], ['sick']],
  });
});

test.each(['wi-fi setup', '- a list', 'a - b', '-40 degrees', '"', 'say "', '-excluded'])(
  '%j excludes nothing',
  (query) => {
    expect(parseQuery(query)).toMatchObject({ text: query, phrases: [], excluded: [] });
  },
);

test.each([
  ['"paid leave"', 'All have PAID LEAVE.', true],
  ['"paid leave"', 'All leave is paid.', false],
  ['"paid leave"', 'The paid leaves fall.', false],
  ['leave -sick', 'Sick leave needs a doctor.', false],
  ['leave -sick', 'Paid leave is for all; none is sickly.', true],
  ['«congé payé» jours', 'Le conge paye est dû.', true],
  ['"to be or not to be" play', 'To be, or not to be: that is the question.', true],
  ['"吃羊肉" 火锅', '今天我们一起吃羊肉火锅。', true],
])('%s against %j: %s', (query, text, expected) => {
  expect(honorsQuotes(text, parseQuery(query))).toBe(expected);
});
