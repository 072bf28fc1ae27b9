import { expect, test } from '@jest/globals';
import { parseQuery, refusedBy } from './index.ts';

test('quotes and excluded words are read, and what is searched for is left', () => {
  expect(parseQuery('lake "paid leave" -sick -"public holidays" days')).toMatchObject({
    text: 'lake paid leave -sick  days',
    phrases: [['paid', 'leave']],
    excluded: [
      { written: '-sick', words: ['sick'] },
      { written: '-"public holidays"', words: ['public', 'holidays'] },
    ],
  });
});

test.each([
  ...['wi-fi setup', '- a list', 'a - b', '-40 degrees', '"', 'say "', '-excluded'],
  ...['grep -v', 'java -Dfile.encoding', 'heap -Xmx512m', 'open returns -EINVAL', 'docker run -it -name web'],
  ...['Warenein- und -ausgang', 'Be- und -ladung', 'Einkauf und -verkauf', 'curl --retry -silent'],
  ...['How do I use -name', 'what is find -type?', 'Wie geht find -name', 'find -name?', 'pourquoi -sick'],
])('%j excludes nothing', (query) => {
  expect(parseQuery(query)).toMatchObject({ text: query, phrases: [], excluded: [] });
});

test('there are no operators within quotes', () => {
  expect(parseQuery('"grep -value" "a -sick b"')).toEqual({
    text: 'grep -value a -sick b',
    phrases: [
      ['grep', 'value'],
      ['a', 'sick', 'b'],
    ],
    excluded: [],
  });
});

test.each([
  ['"paid leave"', 'All have PAID LEAVE.', true],
  ['"paid leave"', 'All leave is paid.', false],
  ['"paid leave"', 'The paid leaves fall.', false],
  ['"grep -v"', 'grep -v prints the lines that do not match.', true],
  ['leave -sick', 'Sick leave needs a doctor.', false],
  ['leave -sick', 'Paid leave is for all; none is sickly.', true],
  ['find -name', 'find -name takes a pattern; the name is compared.', true],
  ['find -name', 'find ‑name takes a pattern.', true],
  ['find -name', 'Type a name to find someone.', false],
  ['«congé payé» jours', 'Le conge paye est dû.', true],
  ['"to be or not to be" play', 'To be, or not to be: that is the question.', true],
  ['"吃羊肉" 火锅', '今天我们一起吃羊肉火锅。', true],
])('%s against %j: %s', (query, text, expected) => {
  expect(refusedBy(text, parseQuery(query)) === undefined).toBe(expected);
});
