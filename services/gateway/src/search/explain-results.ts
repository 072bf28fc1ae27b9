import { embeddedText } from '@docfleet/domain/document';
import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
import {
  explainScore,
  type KeywordPart,
  type ScoreExplanation,
  type VectorHit,
} from '@docfleet/vector-store';

interface Found {
  readonly hit: VectorHit;
  readonly chunk: { readonly title: string | undefined };
  readonly text: string;
}

/** Where a result's score comes from, and the text that it was compared by: its own below the title of its document. */
export interface ResultExplanation extends ScoreExplanation {
  readonly embedded: string;
}

/** Adds to each result where its score comes from; a long text takes some milliseconds. */
export async function explainResults<Result extends Found>(
  results: readonly Result[],
  keyword: KeywordPart | undefined,
  options: SliceOptions,
): Promise<(Result & { readonly explanation: ResultExplanation })[]> {
  const explained: (Result & { readonly explanation: ResultExplanation })[] = [];
  await inSlices(
    results,
    (result) => {
      const embedded = embeddedText(result.chunk.title, result.text);
      explained.push({
        ...result,
        explanation: { ...explainScore(result.hit, embedded, keyword), embedded },
      });
    },
    options,
  );
  return explained;
}
