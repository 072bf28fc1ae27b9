import type { ActiveChunk } from '@docfleet/domain/chunk';
import { AppError } from '@docfleet/errors';
import type { Reranker } from '@docfleet/reranking';
import { expect, test } from '@jest/globals';
import type { Match } from './match.ts';
import { rerankMatches } from './rerank-matches.ts';

const matches = ['one', 'two', 'three', 'four'].map(
  (text, index): Match => ({
    hit: { id: text, documentId: text, text, textTruncated: false, score: 1 - index / 10 },
    chunk: { documentId: text } as ActiveChunk,
  }),
);
const alive = AbortSignal.timeout(10_000);
const rerankerOf = (rerank: Reranker['rerank']): Reranker => ({ model: 'm', maxTexts: 100, rerank });
const textsOf = (found: readonly Match[]) => found.map(({ hit }) => hit.text);

test('the first topN come in the order of their relevance, the others behind them as they were', async () => {
  const reranker = rerankerOf(async (_query, texts) => texts.map((text) => text.length));
  const reranked = await rerankMatches(reranker, { query: 'q', topN: 3 }, matches, alive);
  expect(textsOf(reranked.matches)).toEqual(['three', 'one', 'two', 'four']);
  expect(reranked.outcome).toEqual({ applied: true, model: 'm', count: 3 });
});

test('a reranker that complements the score of the search orders by both', async () => {
  const reranker: Reranker = {
    ...rerankerOf(async () => [0.5, 0.8, 0.5]),
    complementsScore: true,
  };
  const { matches: ranked } = await rerankMatches(reranker, { query: 'q', topN: 3 }, matches, alive);
  expect(textsOf(ranked)).toEqual(['two', 'one', 'three', 'four']);
  expect(ranked[0]).toMatchObject({ relevance: expect.closeTo((0.8 + 2 * 0.9) / 3) });
});

test('a reranker that fails leaves the order of the search, and the outcome says why', async () => {
  const reranker = rerankerOf(async () => {
    throw new AppError('PROVIDER_REJECTED', 'It refused the API key', { details: { reason: 'expired' } });
  });
  const reranked = await rerankMatches(reranker, { query: 'q', topN: 3 }, matches, alive);
  expect(textsOf(reranked.matches)).toEqual(['one', 'two', 'three', 'four']);
  expect(reranked.outcome).toMatchObject({ applied: false, reason: 'It refused the API key: expired' });
});

test('a reranker that does not respond in time leaves the order of the search, and the outcome says so', async () => {
  const { promise: never } = Promise.withResolvers<number[]>();
  // One that heeds its signal; those of vendors are closed by it.
  const reranker = rerankerOf((_query, _texts, signal) => {
    const { promise, reject } = Promise.withResolvers<number[]>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return Promise.race([never, promise]);
  });
  const reranked = await rerankMatches(reranker, { query: 'q', topN: 3 }, matches, alive, 50);
  expect(textsOf(reranked.matches)).toEqual(['one', 'two', 'three', 'four']);
  expect(reranked.outcome).toMatchObject({ applied: false, reason: 'No response within 0.05 seconds' });
});

test('a reranker reads the title of a document above each text', async () => {
  const read: string[] = [];
  const reranker = rerankerOf(async (_query, texts) => {
    read.push(...texts);
    return texts.map(() => 1);
  });
  const titled = matches.map((match) => ({ ...match, chunk: { ...match.chunk, title: 'policy' } }));
  await rerankMatches(reranker, { query: 'q', topN: 2 }, titled, alive);
  expect(read).toEqual(['policy\n\none', 'policy\n\ntwo']);
});

test('a caller who has gone ends the reranking', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  const reranker = rerankerOf(async (_query, _texts, signal) => {
    signal.throwIfAborted();
    return [];
  });
  await expect(rerankMatches(reranker, { query: 'q', topN: 3 }, matches, gone)).rejects.toThrow('gone');
});
