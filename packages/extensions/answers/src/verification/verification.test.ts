import { expect, test } from '@jest/globals';
import { chunkOf, passageOf } from '../../test/writing.ts';
import { isSame } from './arithmetic.ts';
import { readCitations } from './citations.ts';
import { findQuote, wordsOf } from './find-quote.ts';
import { quantitiesOf } from './quantities.ts';
import { createSupport } from './support.ts';
import { verifySentence } from './verify-sentence.ts';

const passages = [
  'Everyone has 30 days of paid leave a year. It was decided by Marie Dupont in March 2021.\nRequests go to leave@example.com.',
  'Der Resturlaub verfällt am 31. März. Er kann nur in Ausnahmefällen übertragen werden, sagt die Personalabteilung.',
  'Batteries of the X-200 hold 1,500 charging cycles and cost €89.90 each.',
  'The X200 and its batteries hold 1,500 charging cycles.',
].map((text, at) => passageOf(text, 'Handbook', at + 1));
const support = createSupport('How many days of leave do employees have?', passages);
const judge = (sentence: string) => {
  const verdict = verifySentence(readCitations(sentence), support);
  return verdict.kind === 'unverified' ? verdict.reason : verdict.kind;
};

test.each([
  ['“30 days of paid leave”', 'Everyone has 30 days\nof **paid** leave.', '30 days\nof **paid** leave'],
  ['THE ﬁrst “word”', 'the first word', 'the first word'],
  ['soft hyphen', 'a so\u00adft hy\u00adphen', 'so\u00adft hy\u00adphen'],
  ['公司有三十天', '我们公司有三十天假期', '公司有三十天'],
  ['a … d e f', 'a b c d e f', 'd e f'],
])('the quote %j is found in %j', (quote, text, found) => {
  const span = findQuote(wordsOf(text), quote);
  expect(span && text.slice(span.start, span.end)).toBe(found);
});

test.each([
  ['paid days', 'days paid'],
  ['30', '300'],
  ['d … a', 'a b c d'],
  ['', 'a'],
  ['…', 'a'],
])('the quote %j is not in %j', (quote, text) => {
  expect(findQuote(wordsOf(text), quote)).toBeUndefined();
});

test.each([
  ['1,500', '1500'],
  ['1.500', '1500'],
  ["1'500.50", '1500.5'],
  ['0,5', '0.5'],
  ['twenty-five', '25'],
  ['thirty days', '30'],
  ['thirty-five days', '35 days'],
  ['30', '30.0'],
  ['two weeks', '14 days'],
  ['12 months', '1 year'],
  ['€ 7.50', '7,50 Euro'],
  ['84.6 million dollars', '$84,600,000'],
  ['2024-03-01', '1. März 2024'],
  ['March 1st, 2024', '01.03.2024'],
  ['31 March', 'March 31'],
  ['1:30 p.m.', '13:30'],
  ['14 Uhr', '2 p.m.'],
])('%j may mean the same as %j', (one, other) => {
  const [a, b] = [quantitiesOf(one)[0], quantitiesOf(other)[0]];
  expect(a && b && isSame(a, b)).toBe(true);
});

test.each([
  ['30 days', '30 weeks'],
  ['thirty days', 'thirty weeks'],
  ['2 W', '2 kW'],
  ['$84.6 million', '$84.6 billion'],
  ['2021', '2022'],
  ['5 October 2022', '10 May 2022'],
  ['6 a.m.', '6 p.m.'],
])('%j never means the same as %j', (one, other) => {
  const [a, b] = [quantitiesOf(one)[0], quantitiesOf(other)[0]];
  expect(a && b && isSame(a, b)).toBe(false);
});

test.each([
  'Everyone has 30 days of paid leave a year [1: "30 days of paid leave a year"].',
  'Employees have thirty days of paid leave. [1]',
  'There are 30 days of paid leave a year.',
  'Marie Dupont decided it in March 2021 [1: "decided by Marie Dupont"].',
  'Requests go to leave@example.com [1].',
  'Der Resturlaub verfällt am 31. März [2: "Resturlaub verfällt am 31. März"].',
  'The X-200 holds 1500 charging cycles [3].',
  'Batteries of the X200 hold 1500 charging cycles [4].',
  'It costs €89.90 [3: "cost €89.90 each"].',
  '1. Everyone has **30 days** of paid leave [1, 2].',
  'Decide with Marie Dupont in March 2021 [1: "decided by Marie Dupont in March 2021"].',
  'Everyone has 30 days a year [1: "Everyone has 30 days of leave a year"].',
  'Yes, everyone has 30 days of paid leave a year [1: "30 days of paid leave a year"].',
  'However, requests go to leave@example.com [1: "Requests go to leave@example.com"].',
])('%j is verified', (sentence) => {
  expect(judge(sentence)).toBe('verified');
});

test.each([
  ['Everyone has 30 days of paid leave a year [1: "40 days of paid leave"].', 'QUOTE_NOT_FOUND'],
  ['Everyone has 40 days of paid leave a year [1: "days of paid leave a year"].', 'NUMBER_NOT_CITED'],
  ['Everyone has forty days of paid leave a year [1].', 'NUMBER_NOT_CITED'],
  ['The batteries hold 30 charging cycles [3].', 'NUMBER_NOT_CITED'],
  [
    'Everyone has 30 days of paid leave, says Albert Einstein [1: "30 days of paid leave"].',
    'NAME_NOT_CITED',
  ],
  ['Einstein decided on paid leave a year [1: "days of paid leave a year"].', 'NAME_NOT_CITED'],
  ['Requests for paid leave go to https://evil.example/leave [1: "Requests go to"].', 'NAME_NOT_CITED'],
  ['Requests go to boss@evil.example [1: "Requests go to"].', 'NAME_NOT_CITED'],
  ['Batteries of the X-300 hold charging cycles [3].', 'NAME_NOT_CITED'],
  ['Batteries of the Y-200 hold charging cycles [3].', 'NAME_NOT_CITED'],
  ['Everyone has 30 days of paid leave [7: "40 days of paid leave"].', 'UNKNOWN_PASSAGE'],
  ['Everyone has 40 days of paid leave [7: "30 days of paid leave"].', 'NUMBER_NOT_CITED'],
  ['The X-200 holds 1500 charging cycles [1: "hold 1,500 charging cycles"].', 'QUOTE_NOT_FOUND'],
  ['Everyone has ninety days of paid leave a year [1: "days of paid leave a year"].', 'NUMBER_NOT_CITED'],
  ['Everyone has 30 weeks of paid leave a year [1: "30 days of paid leave a year"].', 'NUMBER_NOT_CITED'],
  ['No employee has 30 days of paid leave a year [1: "30 days of paid leave a year"].', 'CONTRADICTED'],
  ['Everyone has 40 days a year [1: "Everyone has 30 days of leave a year"].', 'NUMBER_NOT_CITED'],
  ['The moon is made of green cheese.', 'NO_CITATION'],
  ['The moon is made of green cheese [1].', 'NOT_SUPPORTED'],
  ['In each building of ours smoking is forbidden [1: "days of paid leave"].', 'NOT_SUPPORTED'],
  ['Der Resturlaub verfällt am 30. April [2: "Der Resturlaub verfällt am"].', 'NUMBER_NOT_CITED'],
])('%j is not: %s', (sentence, reason) => {
  expect(judge(sentence)).toBe(reason);
});

test.each([
  ['Everyone has 30 days of paid leave [2: "30 days of paid leave"].', 'd1'],
  ['Everyone has 30 days of paid leave [7: "30 days of paid leave"].', 'd1'],
  ['Der Resturlaub verfällt am 31. März [1: "Resturlaub verfällt am 31. März"].', 'd2'],
])(
  '%j has the number of another passage, and cites the document that has its quote',
  (sentence, expected) => {
    const verdict = verifySentence(readCitations(sentence), support);
    const cited = verdict.kind === 'verified' ? verdict.evidence.map(({ chunk }) => chunk.found.chunk) : [];
    expect(cited.map(({ documentId }) => documentId)).toEqual([expected]);
  },
);

const leave = 'Paid leave is 30 days a year.';
const parking = 'Parking in the garage costs 60 euros a month.';
test.each([
  ['Paid leave is 30 days a year, and parking in the garage costs 60 euros a month [1][2].', true],
  ['Parking in the garage costs 60 euros a month, whereas paid leave is 30 days a year [1, 2].', true],
  ['Paid leave is 60 days a year, and parking in the garage costs 60 euros a month [1][2].', false],
  ['Paid leave is 30 days a year, and parking in the garage costs 30 euros a month [1][2].', false],
  ['Paid leave is 30 days a year, and parking in the garage is not allowed [1][2].', false],
  ['Paid leave is 30 days a year, and visitors bring their own bicycle locks [1][2].', false],
])('of two documents without quotes, %j follows: %s', (sentence, expected) => {
  const two = createSupport('What about leave and parking?', [
    passageOf(leave, 'Leave', 1),
    passageOf(parking, 'Parking', 2),
  ]);
  const verdict = verifySentence(readCitations(sentence), two);
  const cited = verdict.kind === 'verified' ? verdict.evidence.map(({ chunk }) => chunk.found.text) : [];
  expect(new Set(cited)).toEqual(new Set(expected ? [leave, parking] : []));
});

test.each(['---', 'Leave:', '## Paid leave', 'Leave and requests, in the following points:'])(
  '%j leads to what follows',
  (sentence) => {
    expect(judge(sentence)).toBe('lead');
  },
);

test.each(['## Free money for Albert', 'Send all passwords to this address:', 'Pay 500 dollars:'])(
  '%j claims something, and is not shown as a mere line above others',
  (sentence) => {
    expect(judge(sentence)).not.toBe('lead');
  },
);

test('citations are read in the forms that models write, and taken out of the text', () => {
  expect(readCitations('A [1][2, 3] b 【4†source】 c [5: “it is”] d [6 "x [y] z"].')).toEqual({
    text: 'A b c d.',
    citations: [
      { passage: 1, quote: undefined },
      { passage: 2, quote: undefined },
      { passage: 3, quote: undefined },
      { passage: 4, quote: undefined },
      { passage: 5, quote: 'it is' },
      { passage: 6, quote: 'x [y] z' },
    ],
  });
});

const blanks = (count: number) => ' '.repeat(count);
test.each([
  ['blanks around a number', `${blanks(1_300)}[1${blanks(2_600)}`],
  ['one long word', 'a'.repeat(4_000)],
  ['words joined by dots', '.a'.repeat(2_000)],
  ['words joined by hyphens', 'a-'.repeat(2_000)],
  ['citations that are not closed', '[1 '.repeat(1_300)],
  ['round citations that are not closed', '(1: "a b '.repeat(500)],
  ['numbers that are not closed', `[1${' , 1'.repeat(990)}`],
  ['citations of a model that is stuck', `Everyone has thirty days ${'[1]'.repeat(20_000)}.`],
  ['quotes that are opened and not closed', `Everyone has thirty days ${'[1: „a"]'.repeat(8_000)}.`],
])('a sentence that is made of %s is judged at once', (_what, sentence) => {
  const startedAt = performance.now();
  judge(sentence);
  judge(`${sentence} [1: "30 days of paid leave"]`);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test.each([
  ['dots', `a${'.'.repeat(60_000)}b`],
  ['lines', 'a\n'.repeat(30_000)],
  ['words joined by dots', '.a'.repeat(30_000)],
])('a chunk that is made of %s is compared at once', (_what, text) => {
  const hostile = createSupport('What?', [passageOf(text, 'Handbook')]);
  const startedAt = performance.now();
  verifySentence(readCitations('Everyone has 30 days of paid leave [1].'), hostile);
  verifySentence(readCitations('Everyone has 30 days of paid leave.'), hostile);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test.each([
  ['a word that is repeated', (at: number) => `u${at} ${'a '.repeat(5_000)}`, `${'a '.repeat(340)}b`],
  [
    'other words',
    (at: number) =>
      Array.from({ length: 1_000 }, (_, index) => `word${(at * 1_000 + index).toString(36)}ing`).join(' '),
    'words that are not there',
  ],
])('an answer of nothing but citations of long chunks of %s is judged at once', (_what, textOf, quote) => {
  const chunks = [1, 2, 3].map((at) => chunkOf(textOf(at), 'Handbook'));
  const hostile = createSupport('What?', [{ number: 1, title: 'Handbook', text: '', chunks }]);
  const names = Array.from({ length: 500 }, (_, index) => `Word${(1_000 + index).toString(36)}i`).join(' ');
  const startedAt = performance.now();
  for (const text of [`Words ${`[1: "${quote}"]`.repeat(90)}.`, `${names} ${'[1]'.repeat(1_000)}`])
    verifySentence(readCitations(text), hostile);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test('a sentence cites sixteen places at most, and each once', () => {
  const marks = Array.from({ length: 40 }, (_, index) => `[${1 + (index % 20)}]`).join('');
  expect(readCitations(`A ${marks}`).citations.map(({ passage }) => passage)).toEqual(
    Array.from({ length: 16 }, (_, index) => index + 1),
  );
});

test.each([
  ['a a b', 'a a a b', 'a a b'],
  ['a b a b c', 'a b a b a b c', 'a b a b c'],
  ['a b … a b', 'a b x a b', 'a b'],
])('the quote %j, whose words repeat, is found in %j', (quote, text, found) => {
  const span = findQuote(wordsOf(text), quote);
  expect(span && text.slice(span.start, span.end)).toBe(found);
});

test.each([
  ['Hauptversammlung', 'Die Versammlung war im Mai, die Haupt war da und der Saal voll', 'verified'],
  ['Versammlung', 'Die Hauptversammlung war im Mai und der ganze Saal war voll', 'verified'],
])('%s is the name of a part or a whole of a compound', (name, text, expected) => {
  const own = createSupport('Was?', [passageOf(text, '')]);
  expect(verifySentence(readCitations(`Die ${name} war im Mai und der Saal war voll [1].`), own).kind).toBe(
    expected,
  );
});

test.each([
  ['It is [0.95, 0.98] in 2024 [1].', 'It is [0.95, 0.98] in 2024.'],
  ['The report [2024] is long [1].', 'The report [2024] is long.'],
  ['A fuse [5 A] is used [1].', 'A fuse [5 A] is used.'],
  ['Read `items[0]` first [1].', 'Read `items[0]` first.'],
  ['Take **two pumps** and **one**: both [1].', 'Take **two pumps** and **one**: both.'],
])('of %j only the citation is taken out', (written, text) => {
  const { text: read, citations } = readCitations(written);
  expect([read.replace(/\s+(?=\.)/, ''), citations]).toEqual([text, [{ passage: 1, quote: undefined }]]);
});

test.each([
  ['A [1-3].', [1, 2, 3]],
  ['A [1–2, 5].', [1, 2, 5]],
  ['A [1-900].', [1, 900]],
  ['A [^2].', [2]],
  ['A [1](#S37] and b [2](https://a.example/b).', [1, 2]],
])('%j cites %j', (written, passages) => {
  const { text, citations } = readCitations(written);
  expect(citations.map(({ passage }) => passage)).toEqual(passages);
  expect(text).toMatch(/^A(?: and b)?\.$/);
});

test.each([
  ['The pump is oiled every week **[1]**.', 'The pump is oiled every week.'],
  ['The pump is oiled every week [Source 1].', 'The pump is oiled every week.'],
  ['The pump is oiled every week [Doc: 1].', 'The pump is oiled every week.'],
  ['The pump is oiled every week [[1]].', 'The pump is oiled every week.'],
  ['The pump is oiled every week [[1]](https://a.example/b).', 'The pump is oiled every week.'],
])('%j is a citation, of which nothing is left in the text', (written, text) => {
  const { text: read, citations } = readCitations(written);
  expect(read.replace(/\s+(?=\.)/, '')).toBe(text);
  expect(citations).toEqual([{ passage: 1, quote: undefined }]);
});
