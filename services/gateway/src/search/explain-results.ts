import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
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

/** Adds to each result where its score comes from; a long text takes some milliseconds. */
export async function explainResults<Result extends Found>(
  results: readonly Result[],
  keyword: KeywordPart | undefined,
  options: SliceOptions,
): Promise<(Result & { readonly explanation: ScoreExplanation })[]> {
  const explained: (Result & { readonly explanation: ScoreExplanation })[] = [];
  await inSlices(
    results,
    (result) => explained.push({ ...result, explanation: explainScore(result.hit, result.text, keyword) }),
    options,
  );
  return explained;
}
