import type { ActiveChunk } from '@docfleet/domain/chunk';
import { expect, test } from '@jest/globals';
import type { Match } from './find-matches.ts';
import { mergeGenerations } from './merge-generations.ts';

const match = (documentId: string, id: string, score: number): Match => ({
  hit: { id, documentId, text: '', textTruncated: false, score },
  chunk: { documentId, vectorId: id } as ActiveChunk,
});

const merged = (current: Match[], previous: Match[], topK = 10) => {
  const found = mergeGenerations(
    { matches: current, notice: undefined },
    { matches: previous, notice: 'n' },
    topK,
  );
  return [found.matches.map(({ hit }) => hit.id), found.notice];
};

test('what two generations found is one list, the best first, no longer than asked for', () => {
  const current = [match('a', 'a2', 0.9), match('b', 'b2', 0.3)];
  const previous = [match('c', 'c1', 0.5), match('d', 'd1', 0.2)];
  expect(merged(current, previous, 3)).toEqual([['a2', 'c1', 'b2'], 'n']);
});

test('a document that the current generation found is not returned from the previous as well', () => {
  expect(merged([match('a', 'a2', 0.1)], [match('a', 'a1', 0.9), match('a', 'a1.1', 0.8)])[0]).toEqual([
    'a2',
  ]);
});
