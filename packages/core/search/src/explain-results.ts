import { type ContextModel, contextKey, readContexts } from '@docfleet/domain/chunk';
import type { Database } from '@docfleet/domain/database';
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
  readonly chunk: {
    readonly documentId: string;
    readonly title: string | undefined;
    readonly contextModel?: ContextModel | undefined;
  };
  readonly text: string;
}

/** Parts of a result's score, and the text that was embedded: document title, context sentence and the chunk's own text. */
export interface ResultExplanation extends ScoreExplanation {
  readonly embedded: string;
}

/** Looks up the sentences of context of results, as far as their chunks have one. */
async function findContexts(database: Database, results: readonly Found[]) {
  const keyOf = ({ chunk: { contextModel }, text }: Found) =>
    contextModel ? contextKey(contextModel, text) : undefined;
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [documentId, own] of Map.groupBy(results, ({ chunk }) => chunk.documentId)) {
    const keys = own.flatMap((result) => keyOf(result) ?? []);
    if (keys.length > 0) found.set(documentId, await readContexts(database, documentId, keys));
  }
  return (result: Found) => found.get(result.chunk.documentId)?.get(keyOf(result) ?? '');
}

/** Adds to each result where its score comes from; a long text takes some milliseconds. */
export async function explainResults<Result extends Found>(
  database: Database,
  results: readonly Result[],
  keyword: KeywordPart | undefined,
  options: SliceOptions,
): Promise<(Result & { readonly explanation: ResultExplanation })[]> {
  const contextOf = await findContexts(database, results);
  const explained: (Result & { readonly explanation: ResultExplanation })[] = [];
  await inSlices(
    results,
    (result) => {
      const embedded = embeddedText(result.chunk.title, result.text, contextOf(result));
      explained.push({
        ...result,
        explanation: { ...explainScore(result.hit, embedded, keyword), embedded },
      });
    },
    options,
  );
  return explained;
}
