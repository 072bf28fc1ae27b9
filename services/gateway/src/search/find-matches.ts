import type { ActiveChunk } from '@docfleet/domain/chunk';
import type { VectorHit, VectorQuery, VectorSearchResult } from '@docfleet/vector-store';

export interface Match {
  readonly hit: VectorHit;
  readonly chunk: ActiveChunk;
  /** What the store had scored, where newness has changed it. */
  readonly storeScore?: number;
}

export interface Matches {
  readonly matches: readonly Match[];
  /** What the store could not do; a sentence for the customer. */
  readonly notice: string | undefined;
}

type FindActiveChunks = (vectorIds: readonly string[]) => Promise<readonly ActiveChunk[]>;

/** The two stores that a search queries. */
export interface MatchSource {
  search(query: VectorQuery): Promise<VectorSearchResult>;
  readonly findActiveChunks: FindActiveChunks;
}

/** Some hits belong to what is deleted or replaced, and are dropped: so many more are asked for from the start. */
const spare = (topK: number) => Math.max(2, Math.ceil(topK / 5));
const growth = 4;
/** Beyond it a store that is full of leftovers is not asked again. */
const maxHits = 1_200;

async function keepActive(hits: readonly VectorHit[], findActiveChunks: FindActiveChunks): Promise<Match[]> {
  if (hits.length === 0) return [];
  const chunks = await findActiveChunks(hits.map((hit) => hit.id));
  const byVector = new Map(chunks.map((chunk) => [chunk.vectorId, chunk]));
  return hits.flatMap((hit) => {
    const chunk = byVector.get(hit.id);
    return chunk ? [{ hit, chunk }] : [];
  });
}

type Select = (matches: readonly Match[]) => Promise<readonly Match[]>;

/**
 * The best `topK` chunks that searches may see, that `select` keeps and that reach the threshold; fetches more while too many were
 * dropped. With keywords, a hit without any score is unrelated to the query; by meaning alone the nearest chunks are returned, however far.
 */
export async function findMatches(
  { search, findActiveChunks }: MatchSource,
  query: VectorQuery,
  scoreThreshold: number,
  select: Select = async (matches) => matches,
): Promise<Matches> {
  let asked = Math.min(query.topK + spare(query.topK), maxHits);
  for (;;) {
    const { hits, notice } = await search({ ...query, topK: asked });
    const isRelated = (score: number) => query.keyword === undefined || score > 0;
    const reaching = hits.filter(({ score }) => isRelated(score) && score >= scoreThreshold);
    const matches = await select(await keepActive(reaching, findActiveChunks));
    const thatIsAll = hits.length < asked || reaching.length < hits.length || asked >= maxHits;
    if (matches.length >= query.topK || thatIsAll) return { matches: matches.slice(0, query.topK), notice };
    asked = Math.min(asked * growth, maxHits);
  }
}

const bestOf = (matches: readonly Match[]): Match[] => {
  const byVector = new Map(matches.map((match) => [match.hit.id, match]));
  return [...byVector.values()].toSorted((a, b) => b.hit.score - a.hit.score);
};

/**
 * The same with a filter. What the store filters by follows the rows with a delay: documents that match by now are looked for by their
 * ids. Both are awaited together, as a failure of one that nothing awaits would end the process.
 */
export async function findFilteredMatches(
  source: MatchSource & { findPending(): Promise<readonly string[]> },
  query: VectorQuery,
  scoreThreshold: number,
  select: Select = async (matches) => matches,
): Promise<Matches> {
  const { filter: _, ...unfiltered } = query;
  const findLate = async () => {
    const documentIds = await source.findPending();
    if (documentIds.length === 0) return undefined;
    return findMatches(source, { ...unfiltered, documentIds }, scoreThreshold, select);
  };
  const [found, late] = await Promise.all([findMatches(source, query, scoreThreshold, select), findLate()]);
  if (!late) return found;
  return { matches: await select(bestOf([...found.matches, ...late.matches])), notice: found.notice };
}

/**
 * Merges the results of the current and the previous generation, the best first. A document that was found in the current one
 * is not shown from the previous as well. Scores of two models are not strictly comparable; it is for the time of a change only.
 */
export function mergeGenerations(current: Matches, previous: Matches, topK: number): Matches {
  const found = new Set(current.matches.map(({ chunk }) => chunk.documentId));
  const added = previous.matches.filter(({ chunk }) => !found.has(chunk.documentId));
  const matches = [...current.matches, ...added].toSorted((a: Match, b: Match) => b.hit.score - a.hit.score);
  const notices = new Set([current.notice, previous.notice].filter((notice) => notice !== undefined));
  return { matches: matches.slice(0, topK), notice: notices.size > 0 ? [...notices].join('. ') : undefined };
}
