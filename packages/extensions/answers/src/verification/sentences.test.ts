import { expect, test } from '@jest/globals';
import { passageOf } from '../../test/writing.ts';
import { createJudge } from '../judge-sentences.ts';
import { readCitations } from './citations.ts';
import { canAnswer, groundsOf } from './kind-of-question.ts';
import { createSupport } from './support.ts';
import { findContradiction, verifySentence } from './verify-sentence.ts';

test.each([
  ['Receipts must be submitted within 14 days of the end of the trip.', true],
  ['Alcohol is reimbursed.', true],
  ['Receipts must be submitted within 30 days of the end of the trip.', false],
  ['Receipts are kept in a drawer for 10 years.', false],
])('beside the travel policy, another document that says %j contradicts it: %s', (other, isContradiction) => {
  const text = 'Receipts must be submitted within 30 days of the end of the trip. Alcohol is not reimbursed.';
  const foreign = passageOf(other, 'Policy', 2);
  const support = createSupport('What about receipts and alcohol?', [passageOf(text, 'Policy'), foreign]);
  const found = text.split(/(?<=\.) /).flatMap((sentence) => {
    const verdict = verifySentence(readCitations(`${sentence.slice(0, -1)} [1].`), support);
    if (verdict.kind !== 'verified') throw new Error(sentence);
    return findContradiction(sentence, verdict.evidence, support) ?? [];
  });
  expect(found.map(({ chunk }) => chunk.found)).toEqual(isContradiction ? foreign.chunks : []);
});

test.each([
  ['The rules allow 124 units a year.', 'The rules allow 1488 units a year.', false],
  ['The fee is 20 euros a month.', 'The fee is 240 euros a month.', false],
  ['The fee is 20 euros a month.', 'The fee is 240 euros a year.', true],
  ['The fee is 20 euros a month.', 'The fee is 20 euros a month, which is 240 euros a year.', true],
])('of %j, %j is a sum over another period: %s', (text, sentence, expected) => {
  const support = createSupport('What do the rules say about the fee?', [passageOf(text, 'Rules')]);
  const { kind } = verifySentence(readCitations(`${sentence.slice(0, -1)} [1: "${text}"].`), support);
  expect(kind === 'verified').toBe(expected);
});

test.each([
  ['The fee is 4 euros for children and 5 euros for adults.', 'The fee is 20 euros.', false],
  ['The fee is 4 euros for children and 5 euros for adults.', 'A child and an adult pay 9 euros.', true],
  ['Each of the 3 rooms costs 20 euros.', 'The rooms cost 60 euros.', true],
  ['Staff work 8 hours on 5 days.', 'Staff work 40 hours.', true],
])('of %j, %j follows from its quantities: %s', (text, sentence, expected) => {
  const support = createSupport('What about fees, rooms, parcels and work?', [passageOf(text, 'Rules')]);
  const { kind } = verifySentence(readCitations(`${sentence.slice(0, -1)} [1: "${text}"].`), support);
  expect(kind === 'verified').toBe(expected);
});

const follows = (text: string, sentence: string): boolean => {
  const support = createSupport('What do the rules say?', [passageOf(text, 'Rules')]);
  return (
    verifySentence(readCitations(`${sentence.slice(0, -1)} [1: "${text}"].`), support).kind === 'verified'
  );
};

const parking = 'Parking costs 60 euros a month, of which the company pays half.';
const salary = 'The salary is 64,000 euros a year.';
const connections = 'The deployment doubled the number of connections of each worker.';
test.each([
  [parking, 'An employee pays 30 euros a month for parking.', true],
  [parking, 'An employee pays 20 euros a month for parking.', false],
  [connections, 'After the deployment each worker had twice as many connections.', true],
  [connections, 'After the deployment each worker had three times as many connections.', false],
  [salary, 'The salary is about 5,333 euros a month.', true],
  [salary, 'The salary is about 4,000 euros a month.', false],
  [salary, 'The salary is 64,000 euros a month.', false],
  ['Staff have 30 days of leave a year.', 'Leave is 2.5 days a month.', true],
  ['Staff have 30 days of leave a year.', 'Leave is 2.5 days a week.', false],
  ['A quarter of the price is refunded.', 'Half the price is refunded.', false],
  ['A quarter of the price is refunded.', '25 percent of the price is refunded.', true],
])('of %j, %j is a share or another period: %s', (text, sentence, expected) => {
  expect(follows(text, sentence)).toBe(expected);
});

const refunds = 'Refunds are possible within 180 days after the payment.';
const majority =
  'Decisions need a simple majority, except changes of the statutes, which need two thirds of the votes.';
const technician = 'The filter is to be cleaned every 12 months by a technician.';
test.each([
  [refunds, 'After 180 days a payment cannot be refunded.', true],
  [refunds, 'Refunds are not possible within 180 days.', false],
  ['Bicycles are covered if they were locked.', 'Bicycles are only covered if they were locked.', true],
  ['Bicycles are covered if they were locked.', 'Only bicycles are covered if they were locked.', false],
  ['Bicycles are covered.', 'Only bicycles are covered.', false],
  [majority, 'Changes of the statutes need two thirds of the votes.', true],
  [majority, 'Changes of the statutes need a simple majority.', false],
  [technician, 'A technician has to clean the filter every 12 months.', true],
  ['The landlord is responsible for the roof.', 'The roof is the responsibility of the landlord.', true],
  ['The landlord is responsible for the roof.', 'The roof is not the responsibility of the landlord.', false],
  ['Returns outside opening hours go into the box.', 'Returns during opening hours go into the box.', false],
  ['Children travel without a reserved seat.', 'Children are entitled to a reserved seat.', false],
  ['Children travel without a reserved seat.', 'Children do not get a reserved seat.', true],
])('of %j, %j follows in other words: %s', (text, sentence, expected) => {
  expect(follows(text, sentence)).toBe(expected);
});

const canteen = 'The canteen serves 400 grams of soup to guests for five days a week.';
test.each([
  [canteen, 'Five people run the canteen.', false],
  [canteen, 'The canteen is open five days a week.', true],
  [canteen, 'Guests get 400 grams of salt.', false],
  [canteen, 'Guests get 400 grams of soup.', true],
])('of %j, %j counts the same: %s', (text, sentence, expected) => {
  expect(follows(text, sentence)).toBe(expected);
});

test.each([
  ['Is smoking allowed?', 'The lamp works in the rain.', false],
  ['Which material is the lamp made of?', 'The lamp works in the rain.', false],
  ['Does the lamp work in the rain?', 'The lamp works in the rain.', true],
  // Its short words are those of another language.
  ['Do lamps have windows?', 'Lamps have large windows.', true],
  ['Who designed the lamp?', 'The lamp works in the rain.', false],
  ['What about the weather?', 'The lamp works in the rain.', true],
])('of %j, %j of a sheet about a lamp is about what is asked: %s', (question, sentence, expected) => {
  const support = createSupport(question, [passageOf(sentence, 'The lamp')]);
  const verdict = verifySentence(readCitations(sentence), support);
  const evidence = verdict.kind === 'verified' ? verdict.evidence : [];
  expect(evidence).toHaveLength(1);
  expect(canAnswer(question, sentence, groundsOf(evidence))).toBe(expected);
});

test('a heading alone is no evidence', () => {
  const text = '# When Larkfield was founded\n\nThe company makes lamps.';
  const support = createSupport('When was Larkfield founded?', [passageOf(text, 'Larkfield')]);
  for (const sentence of [
    'When Larkfield was founded [1: "When Larkfield was founded"].',
    'When Larkfield was founded [1].',
  ])
    expect(verifySentence(readCitations(sentence), support)).toMatchObject({
      kind: 'unverified',
      reason: 'NOT_SUPPORTED',
    });
});

test.each([
  ['When was Larkfield founded?', 'Larkfield makes lamps.', false],
  ['When was Larkfield founded?', 'It was founded in 1998.', true],
  ['When was Larkfield founded?', 'It was founded on a Tuesday.', false],
  ['When was Larkfield founded?', 'It was founded ten years ago.', true],
  ['Wann wurde Larkfield gegründet?', 'Larkfield wurde an einem Dienstag gegründet.', false],
  ['When is the canteen open?', 'It is open on Mondays.', true],
  ['How many people work there?', 'People work in shifts.', false],
  ['How many people work there?', 'Twelve people work there.', true],
  ['How much does parking cost?', 'Parking is free.', true],
  ['Why is the office closed?', 'The office is closed on Friday.', false],
  ['Why is the office closed?', 'It is closed because of the move.', true],
  ['Why is the light red?', 'A red light means that the battery is empty.', true],
  ['Who is the landlord?', 'The landlord repairs the roof.', false],
  ['Who is the landlord?', 'The landlord is Ms. Weber.', true],
  ['Wie viele Tage Urlaub habe ich?', 'Urlaub wird im Portal beantragt.', false],
  ['Warum ist das Büro zu?', 'Das Büro ist wegen des Umzugs zu.', true],
  ['Quand ouvre le musée ?', 'Le musée est à Lyon.', false],
  ['What does the canteen serve?', 'It serves soup.', true],
  ['How high is the tower?', 'The tower is closed before noon.', false],
  ['How high is the tower?', 'The tower has 12 meters.', true],
  ['When was version 5 released?', 'Version 5 was released after tests.', false],
  ['When was version 5 released?', 'Version 5 was released in March 2025.', true],
])('of %j, %j can be an answer: %s', (question, sentence, expected) => {
  expect(canAnswer(question, sentence)).toBe(expected);
});

const rules = 'GraphQL is not supported. Each key may send 120 requests a minute, and uploads 12 a minute.';
test.each([
  ['Is GraphQL supported?', 'Yes, GraphQL is supported [1: "GraphQL is not supported"].', false],
  ['Is GraphQL supported?', 'Yes, GraphQL is not supported [1: "GraphQL is not supported"].', false],
  ['Is GraphQL supported?', 'No, GraphQL is not supported [1: "GraphQL is not supported"].', true],
  // Which of two numbers of one kind is meant, words do not show.
  [
    'How many requests may a key send?',
    'Each key may send 12 requests a minute [1: "Each key may send 120 requests"].',
    false,
  ],
  [
    'How many requests may a key send?',
    'It may send 120 a minute [1: "Each key may send 120 requests"].',
    false,
  ],
])('to %j, %j is shown as the model wrote it: %s', (question, written, isWritten) => {
  const support = createSupport(question, [passageOf(rules, 'Corvid')]);
  const judge = createJudge({ question, support, unverified: 'quote' });
  const judged = judge.verify(written);
  expect(judged?.verdict.kind).toBe(isWritten ? 'verified' : 'quoted');
});

test('a citation with a quote is read in round brackets as well', () => {
  const written = 'It is oiled (1: "oiled every (second) week"), then closed (2: “closed by hand”).';
  expect(readCitations(written)).toEqual({
    text: 'It is oiled, then closed.',
    citations: [
      { passage: 1, quote: 'oiled every (second) week' },
      { passage: 2, quote: 'closed by hand' },
    ],
  });
});

test.each([
  'It is rated from 1 to 5 (5: "excellent").',
  'The grades (1: "very good" and 2: "good") are given in May.',
  'The law (2: a leave of 30 days) is old.',
  'Press (3) or (1: Start).',
  'The scale (1: "not at all") ends at 7.',
  'A (1: "strongly disagree") is rare [1].',
])('round brackets that are no citation stay: %s', (written) => {
  expect(readCitations(written).text).toBe(written.replace(' [1]', ''));
});
