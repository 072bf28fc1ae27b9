import { setImmediate } from 'node:timers/promises';
import {
  explainScore,
  type KeywordPart,
  type ScoreExplanation,
  type VectorHit,
} from '@docfleet/vector-store';

interface Found {
  readonly hit: VectorHit;
  readonly text: string;
}

/** Adds to each result where its score comes from. A long text takes some milliseconds, so it yields to other requests in between. */
export async function explainResults<Result extends Found>(
  results: readonly Result[],
  keyword: KeywordPart | undefined,
  signal: AbortSignal,
): Promise<(Result & { readonly explanation: ScoreExplanation })[]> {
  const explained: (Result & { readonly explanation: ScoreExplanation })[] = [];
  for (const result of results) {
    signal.throwIfAborted();
    explained.push({ ...result, explanation: explainScore(result.hit, result.text, keyword) });
    await setImmediate();
  }
  return explained;
}
