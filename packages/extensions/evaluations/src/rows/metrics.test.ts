import { expect, test } from '@jest/globals';
import { judgeRanking, type RelevantTarget, ranksDocuments, relevantTarget } from './metrics.ts';

const passage = (documentId: string, text = '') => ({
  documentId,
  externalId: `x-${documentId}`,
  url: null,
  name: null,
  text,
});
const target = (fields: Partial<RelevantTarget>) => relevantTarget.parse(fields);
const ranked = (...ids: string[]) => ids.map((id) => passage(id));

test('nDCG follows the published example of graded relevance', () => {
  // Grades 3, 2, 3, 0, 1, 2 of the ranking in https://en.wikipedia.org/wiki/Discounted_cumulative_gain: DCG 6.861, ideal 7.141 without others.
  const grades = { a: 3, b: 2, c: 3, e: 1, f: 2 };
  const targets = Object.entries(grades).map(([documentId, grade]) => target({ documentId, grade }));
  const { gains, metrics } = judgeRanking(ranked('a', 'b', 'c', 'd', 'e', 'f'), targets, 10);
  expect(gains).toEqual([3, 2, 3, 0, 1, 2]);
  expect(metrics.ndcg).toBeCloseTo(6.861 / 7.141, 3);
  expect(metrics).toMatchObject({ recall: 1, reciprocalRank: 1, hit: 1 });
});

test('a document that is found twice gains once', () => {
  const { gains, metrics } = judgeRanking(
    ranked('a', 'a', 'b'),
    [target({ documentId: 'a' }), target({ documentId: 'b' })],
    10,
  );
  expect(gains).toEqual([1, 0, 1]);
  expect(metrics.recall).toBe(1);
});

test('recall, reciprocal rank and hit look at topK results, nDCG at ten', () => {
  const { metrics } = judgeRanking(ranked('x', 'y', 'a'), [target({ documentId: 'a' })], 2);
  expect(metrics).toEqual({ ndcg: 0.5, recall: 0, reciprocalRank: 0, hit: 0 });
  expect(
    judgeRanking(ranked('x', 'y', 'a'), [target({ documentId: 'a' })], 3).metrics.reciprocalRank,
  ).toBeCloseTo(1 / 3);
});

test('nothing found is 0, not an error', () => {
  expect(judgeRanking([], [target({ externalId: 'a' })], 10).metrics).toEqual({
    ndcg: 0,
    recall: 0,
    reciprocalRank: 0,
    hit: 0,
  });
});

test('a quote is found whatever its Markdown, quotes and line breaks, and also where a chunk boundary cuts it', () => {
  const quote = 'Everyone has thirty days of paid leave — a year, as the law says.';
  const one = [target({ documentId: 'a', quote })];
  const gain = (text: string, id = 'a') => judgeRanking([passage(id, text)], one, 10).gains[0];
  expect(gain('**Everyone** has thirty days\nof paid “leave” a year, as the law says')).toBe(1);
  expect(gain('… as the law says. Sick leave …')).toBe(0);
  expect(gain('of paid leave a year, as the law says. Sick leave')).toBe(1);
  expect(gain('Rules. Everyone has thirty days of paid leave')).toBe(1);
  expect(gain(quote, 'b')).toBe(0);
  expect(gain('An intern has thirty days.')).toBe(0);
});

test('a word within a longer one is no quote', () => {
  const { gains } = judgeRanking([passage('a', 'a pleasantness')], [target({ quote: 'pleasant' })], 10);
  expect(gains).toEqual([0]);
});

test('two passages in one result are found, and its gain is the higher grade', () => {
  const targets = [target({ quote: 'one', grade: 1 }), target({ quote: 'two', grade: 3 })];
  const { gains, metrics } = judgeRanking([passage('a', 'one and two')], targets, 10);
  expect(gains).toEqual([3]);
  expect(metrics.recall).toBe(1);
  expect(metrics.ndcg).toBeLessThan(1);
});

test('documents are ranked where no target has a quote', () => {
  expect(ranksDocuments([target({ documentId: 'a' })])).toBe(true);
  expect(ranksDocuments([target({ documentId: 'a' }), target({ quote: 'q' })])).toBe(false);
});

test('a target that names nothing is refused', () => {
  expect(relevantTarget.safeParse({ grade: 2 }).success).toBe(false);
});

/** Processor time in microseconds, the least of three: other processes add to it. */
function costOf(work: () => unknown): number {
  const costs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user;
  });
  return Math.min(...costs);
}

test('fifty quotes cost little more than one: a passage is read once for all of them', () => {
  const words = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index % 97}`).join(' ');
  const ranking = Array.from({ length: 50 }, (_, index) => passage(String(index), words('wörd', 2_000)));
  const quotes = Array.from({ length: 50 }, (_, index) => target({ quote: words(`q${index}x`, 20) }));
  const judged = (count: number) => costOf(() => judgeRanking(ranking, quotes.slice(0, count), 50));
  judged(1);
  expect(judged(50)).toBeLessThan(10 * judged(1));
});
