import type { Database } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';
import { inSlices } from '@docfleet/runtime/slices';
import { contentTerms, detectLanguage } from '@docfleet/text-analysis';
import type { KeywordPart } from '@docfleet/vector-store';
import { readSlices } from '../files/read-slices.ts';
import { type Expansion, expandResult, type Surroundings } from './expand-result.ts';
import { explainResults, type ResultExplanation } from './explain-results.ts';
import type { Match } from './find-matches.ts';
import { findHighlights, type Highlight, makeSnippet, type SnippetPiece } from './highlight.ts';
import type { createStopwatch } from './stopwatch.ts';

export interface SearchResult extends Match {
  readonly text: string;
  /** What the reranker said of it. */
  readonly relevance?: number;
  readonly explanation?: ResultExplanation;
  readonly surroundings?: Surroundings | undefined;
  readonly highlights?: readonly Highlight[];
  readonly snippet?: readonly SnippetPiece[];
}

export interface Finishing {
  readonly database: Database;
  readonly fileStore: FileStore;
  readonly request: {
    readonly explain: boolean;
    readonly highlights: boolean;
    readonly expand: Expansion | undefined;
  };
  /** What was searched for, without quotes and excluded words. */
  readonly text: string;
  readonly keyword: KeywordPart | undefined;
  readonly time: ReturnType<typeof createStopwatch>['time'];
}

/** Function words are everywhere: only terms with a fair share of the heaviest are highlighted. */
const leastShare = 0.15;

function wantedTerms({ keyword, text }: Finishing): ReadonlySet<string> {
  if (!keyword) return contentTerms(text);
  const heaviest = Math.max(0, ...keyword.terms.map(({ factor = 1 }) => factor));
  const distinctive = keyword.terms.filter(({ factor = 1 }) => factor >= leastShare * heaviest);
  return new Set(distinctive.map(({ term }) => term));
}

/** Adds to matches what the request wants of them: whole texts, what lies around them, highlights, and explanations. */
export async function finishResults(
  finishing: Finishing,
  matches: readonly (Match & { readonly relevance?: number })[],
  { signal, owner }: { readonly signal: AbortSignal; readonly owner: string },
): Promise<SearchResult[]> {
  const { fileStore, request, keyword, time } = finishing;
  const { expand } = request;
  const terms = request.highlights ? wantedTerms(finishing) : new Set<string>();
  const results = await time('texts', () =>
    Promise.all(
      matches.map(async (match): Promise<SearchResult> => {
        const text = await wholeText(fileStore, match, signal);
        const surroundings = expand && (await expandResult(finishing, match, expand, signal));
        return { ...match, text, ...(surroundings && { surroundings }) };
      }),
    ),
  );
  const highlighted: SearchResult[] = [];
  const highlight = (result: SearchResult) => {
    const highlights = findHighlights(result.text, terms, detectLanguage(result.text));
    highlighted.push({ ...result, highlights, snippet: makeSnippet(result.text, highlights) });
  };
  if (request.highlights) await inSlices(results, highlight, { signal, owner });
  const finished = request.highlights ? highlighted : results;
  if (!request.explain) return finished;
  return time('explain', () => explainResults(finishing.database, finished, keyword, { signal, owner }));
}

/** A match's text; read from the parsed file where the store could keep only its beginning. */
export async function wholeText(
  fileStore: FileStore,
  { hit, chunk }: Match,
  signal: AbortSignal,
): Promise<string> {
  if (!hit.textTruncated) return hit.text;
  const file = await fileStore.get(documentFileKeys(chunk.documentId, chunk.contentRevision).parsed, signal);
  if (!file) return hit.text;
  const [text = ''] = await readSlices(file.body, [chunk]);
  return text;
}
