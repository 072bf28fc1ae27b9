import { type ContextModel, contextKey, readContexts } from '@docfleet/domain/chunk';
import type { Database } from '@docfleet/domain/database';
import { documentFileKeys, embeddedText } from '@docfleet/domain/document';
import { invalidField } from '@docfleet/errors/issues';
import type { FileStore } from '@docfleet/file-store';
import { limits } from '@docfleet/runtime/config';
import { inSlices, type SliceOptions } from '@docfleet/runtime/slices';
import { contentTerms, detectLanguage } from '@docfleet/text-analysis';
import {
  explainScore,
  type KeywordPart,
  type ScoreExplanation,
  type VectorHit,
} from '@docfleet/vector-store';
import { expandResult, partsOf, readPassage, readSlices, type Surroundings } from './expand-result.ts';
import { findHighlights, type Highlight, makeSnippet, type SnippetPiece } from './highlight.ts';
import type { Match } from './match.ts';
import type { Search } from './search-request.ts';

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
interface ResultExplanation extends ScoreExplanation {
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
async function explainResults<Result extends Found>(
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

export interface SearchResult extends Match {
  readonly text: string;
  /** The text together with that of its neighbors; absent when it has none. */
  readonly passage?: string;
  /** Relevance by the reranker, the higher the better; 0 to 1 where the vendor promises that. Absent when the result was not reranked. */
  readonly relevance?: number;
  readonly explanation?: ResultExplanation;
  readonly surroundings?: Surroundings | undefined;
  readonly highlights?: readonly Highlight[];
  readonly snippet?: readonly SnippetPiece[];
}

export interface Finishing
  extends Pick<Search, 'database' | 'request' | 'time' | 'signal' | 'owner' | 'atVendor'> {
  readonly fileStore: FileStore;
  /** Query text without quotes and excluded words. */
  readonly text: string;
  readonly keyword: KeywordPart | undefined;
}

/** Function words are everywhere: only terms with a fair share of the heaviest are highlighted. */
const minShare = 0.15;

function wantedTerms({ keyword, text }: Finishing): ReadonlySet<string> {
  if (!keyword) return contentTerms(text);
  const heaviest = Math.max(0, ...keyword.terms.map(({ factor = 1 }) => factor));
  const distinctive = keyword.terms.filter(({ factor = 1 }) => factor >= minShare * heaviest);
  return new Set(distinctive.map(({ term }) => term));
}

/**
 * Number of expansions at once: each reads a file and queries PostgreSQL, and a thousand would keep the connections from other requests.
 */
const textsAtOnce = 8;

/** Counts the characters of results: a thousand of them with all that may be around each would be longer than a text can be. */
function createCount(explain: boolean) {
  let sum = 0;
  return (result: SearchResult): SearchResult => {
    // The explanation has the text once more.
    const { text, passage = text, surroundings } = result;
    sum += passage.length + (explain ? text.length : 0) + (surroundings?.text.length ?? 0);
    if (sum <= limits.searchCharacters) return result;
    throw invalidField(
      'INVALID_SEARCH_REQUEST',
      'topK',
      `asks for results that are longer than ${limits.searchCharacters} characters together: ask for fewer, or for less around them`,
    );
  };
}

/** Reads whole texts and their surroundings; reads nothing where the store already returned the whole text. */
async function readTexts(
  { database, fileStore, request: { expand, explain }, signal, atVendor }: Finishing,
  matches: readonly (Match & { readonly relevance?: number })[],
): Promise<SearchResult[]> {
  const counted = createCount(explain);
  const read = async (match: Match): Promise<SearchResult> => {
    const text = await wholeText(fileStore, match, signal);
    const surroundings = expand && (await expandResult({ database, fileStore }, match, expand, signal));
    const parts = partsOf(match);
    const passage = parts.length > 1 && (await readPassage(fileStore, parts, signal));
    return counted({ ...match, text, ...(passage && { passage }), ...(surroundings && { surroundings }) });
  };
  const needsFiles =
    expand !== undefined ||
    matches.some(({ hit, neighbors = [] }) => hit.textTruncated || neighbors.length > 0);
  if (!needsFiles) return matches.map((match) => counted({ ...match, text: match.hit.text }));
  return atVendor(fileStore, async () => {
    const results: SearchResult[] = [];
    for (let start = 0; start < matches.length; start += textsAtOnce)
      results.push(...(await Promise.all(matches.slice(start, start + textsAtOnce).map(read))));
    return results;
  });
}

/** Completes matches as the request asks: whole texts, surrounding text, highlights, and explanations. */
export async function finishResults(
  finishing: Finishing,
  matches: readonly (Match & { readonly relevance?: number })[],
): Promise<SearchResult[]> {
  const { request, keyword, time, signal, owner } = finishing;
  const terms = request.highlights ? wantedTerms(finishing) : new Set<string>();
  const results = await time('texts', () => readTexts(finishing, matches));
  const highlighted: SearchResult[] = [];
  const highlight = (result: SearchResult) => {
    const { passage = result.text } = result;
    const highlights = findHighlights(passage, terms, detectLanguage(passage));
    highlighted.push({ ...result, highlights, snippet: makeSnippet(passage, highlights) });
  };
  if (request.highlights) await inSlices(results, highlight, { signal, owner: [owner] });
  const finished = request.highlights ? highlighted : results;
  if (!request.explain) return finished;
  return time('explain', () =>
    explainResults(finishing.database, finished, keyword, { signal, owner: [owner] }),
  );
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
