import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { VectorHit, VectorQuery, VectorSearchResult } from '@docfleet/vector-store';
import type { Match } from './match.ts';
import { addLeftOut, type LeftOut, nothingLeftOut, type Selected } from './select-matches.ts';

export interface Matches {
  readonly matches: readonly Match[];
  readonly leftOut: LeftOut;
  /** Sentence for the customer about a part that was not searched or that the store does not support; undefined when all was. */
  readonly notice: string | undefined;
}

/** The two stores that a search queries. */
export interface MatchSource {
  search(query: VectorQuery): Promise<VectorSearchResult>;
  findActiveChunks(vectorIds: readonly string[]): Promise<readonly ActiveChunk[]>;
  /** Documents that the search sees by their rows, in the order of their ids; only those whose metadata the store may not know yet if asked. */
  findDocuments(page: { after: string | undefined; limit: number; pendingOnly?: boolean }): Promise<string[]>;
}

type Select = (matches: readonly Match[], limit: number) => Promise<Selected>;

/** Parameters with which a search reads the two stores. */
export interface Finding {
  readonly source: MatchSource;
  readonly scoreThreshold: number;
  readonly select: Select;
  /** Whether the number of results of one document is limited, so that a document with many chunks cannot hide the others. */
  readonly limitsDocuments: boolean;
  /** Whether documents are filtered by fields that vector stores do not have. */
  readonly filtersRows: boolean;
}

/** Returns the number of extra hits to request: some belong to deleted or replaced content, and are dropped. */
const spare = (topK: number) => Math.max(2, Math.ceil(topK / 5));
const growth = 4;
/** Number of hits after which documents are looked up in PostgreSQL and searched by their ids. */
const maxHits = 1_200;
const documentsPerPage = 1_000;
/** Milliseconds after the first page from which no further page is read, so that a search ends. */
const pagesTimeoutMs = 8_000;

const tooManyDocuments =
  'Too many documents match the filter to search each of them, and some were not searched: use a narrower filter';
const tooManyHits = `The best ${maxHits.toLocaleString('en')} matches of the query do not fill the results, and those behind them were not read: use a more specific query or a narrower filter`;

async function keepActive(hits: readonly VectorHit[], { findActiveChunks }: MatchSource): Promise<Match[]> {
  if (hits.length === 0) return [];
  const chunks = await findActiveChunks(hits.map((hit) => hit.id));
  const byVector = new Map(chunks.map((chunk) => [chunk.vectorId, chunk]));
  return hits.flatMap((hit) => {
    const chunk = byVector.get(hit.id);
    return chunk ? [{ hit, chunk }] : [];
  });
}

interface Best extends Matches {
  /** Whether hits behind the last that was read could be among the results. */
  readonly isCut: boolean;
  /** Whether rows have dropped most of the hits, or too many to fill the results. */
  readonly isDropped: boolean;
}

/** The best chunks among the first hits of the store; fetches more while too many were dropped, up to `maxHits`. */
async function findAmongHits({ source, scoreThreshold, select }: Finding, query: VectorQuery): Promise<Best> {
  let asked = Math.min(query.topK + spare(query.topK), maxHits);
  for (;;) {
    const { hits, notice } = await source.search({ ...query, topK: asked });
    const isRelated = (score: number) => query.keyword === undefined || score > 0;
    const reaching = hits.filter(({ score }) => isRelated(score) && score >= scoreThreshold);
    const active = await keepActive(reaching, source);
    const selected = await select(active, query.topK);
    const isAll = hits.length < asked || reaching.length < hits.length;
    const isFull = selected.matches.length >= query.topK;
    if (isFull || isAll || asked >= maxHits) {
      const isDropped = active.length < query.topK || 2 * active.length < hits.length;
      return { ...selected, notice, isCut: !isFull && !isAll, isDropped };
    }
    asked = Math.min(asked * growth, maxHits);
  }
}

/** Sentences as one text, each once; undefined for none. */
export const joinNotices = (...notices: readonly (string | undefined)[]): string | undefined =>
  [...new Set(notices.filter((notice) => notice !== undefined))].join('. ') || undefined;

/** Matches apart, as neighbors are joined anew where results of two searches are. */
const apart = ({ neighbors = [], ...match }: Match): readonly Match[] => [match, ...neighbors];

const bestOf = (matches: readonly Match[]): Match[] => {
  const byVector = new Map(matches.flatMap(apart).map((match) => [match.hit.id, match]));
  return [...byVector.values()].toSorted((a, b) => b.hit.score - a.hit.score);
};

/** The best of two lists, selected anew. */
async function joinMatches(
  { select }: Finding,
  one: Matches,
  other: Matches,
  topK: number,
): Promise<Matches> {
  const { matches, leftOut } = await select(bestOf([...one.matches, ...other.matches]), topK);
  return {
    matches,
    leftOut: [one.leftOut, other.leftOut].reduce(addLeftOut, leftOut),
    notice: joinNotices(one.notice, other.notice),
  };
}

const cutNotice = ({ notice, isCut }: Best) => joinNotices(notice, isCut ? tooManyHits : undefined);

/** The best chunks of the documents that the search sees, which are looked up and searched a page at a time. */
async function findAmongDocuments(
  finding: Finding,
  query: VectorQuery,
  pendingOnly: boolean,
): Promise<Matches | undefined> {
  let found: Matches | undefined;
  let after: string | undefined;
  const startedAt = performance.now();
  do {
    const ids = await finding.source.findDocuments({ after, limit: documentsPerPage, pendingOnly });
    if (ids.length > 0) {
      const best = await findAmongHits(finding, { ...query, documentIds: ids });
      const added = { ...best, notice: cutNotice(best) };
      found = found ? await joinMatches(finding, found, added, query.topK) : added;
    }
    if (ids.length < documentsPerPage) return found;
    after = ids.at(-1);
  } while (performance.now() - startedAt < pagesTimeoutMs);
  return found && { ...found, notice: joinNotices(found.notice, tooManyDocuments) };
}

/** The best chunks among those that the store's filter leaves; where rows drop too many of them, among the documents that the search sees. */
async function findByStore(finding: Finding, query: VectorQuery): Promise<Matches> {
  const best = await findAmongHits(finding, query);
  if (!best.isCut || !(best.isDropped || finding.limitsDocuments))
    return { ...best, notice: cutNotice(best) };
  const { filter: _, ...unfiltered } = query;
  const found = await findAmongDocuments(finding, unfiltered, false);
  return found ? { ...found, notice: joinNotices(best.notice, found.notice) } : best;
}

/** The best chunks of the documents that the search sees, where a page holds them all; undefined where there are more. */
async function findAmongFew(finding: Finding, query: VectorQuery): Promise<Matches | undefined> {
  const page = { after: undefined, limit: documentsPerPage };
  const ids = await finding.source.findDocuments(page);
  if (ids.length >= documentsPerPage) return undefined;
  if (ids.length === 0) return noMatches;
  const best = await findAmongHits(finding, { ...query, documentIds: ids });
  return { ...best, notice: cutNotice(best) };
}

/**
 * The best `topK` chunks that searches may see, that `select` keeps and that reach the threshold. What the store does not know is decided
 * by rows: documents that fit into a page, and all where the store's best hits are dropped, are searched by their ids, so that none is lost
 * behind the others. The store learns of changed metadata with a delay: documents whose rows match by now are searched for as well, at the
 * same time, as a failure of one that nothing awaits would end the process. With keywords, a hit without any score is unrelated to the
 * query; by meaning alone the nearest chunks are returned, however far.
 */
export async function findMatches(finding: Finding, query: VectorQuery): Promise<Matches> {
  const { filter, ...unfiltered } = query;
  const few = finding.filtersRows ? await findAmongFew(finding, unfiltered) : undefined;
  if (few || !filter) return few ?? findByStore(finding, query);
  const [found, late] = await Promise.all([
    findByStore(finding, query),
    findAmongDocuments(finding, unfiltered, true),
  ]);
  return late ? joinMatches(finding, found, late, query.topK) : found;
}

/**
 * Merges the results of the current and the previous generation, the best first. A document that was found in the current one
 * is not shown from the previous as well. Scores of two models are not strictly comparable; it is for the time of a change only.
 */
export function mergeGenerations(current: Matches, previous: Matches, topK: number): Matches {
  const found = new Set(current.matches.map(({ chunk }) => chunk.documentId));
  const added = previous.matches.filter(({ chunk }) => !found.has(chunk.documentId));
  const matches = [...current.matches, ...added].toSorted((a: Match, b: Match) => b.hit.score - a.hit.score);
  return {
    matches: matches.slice(0, topK),
    leftOut: addLeftOut(current.leftOut, previous.leftOut),
    notice: joinNotices(current.notice, previous.notice),
  };
}

export const noMatches: Matches = { matches: [], leftOut: nothingLeftOut, notice: undefined };
