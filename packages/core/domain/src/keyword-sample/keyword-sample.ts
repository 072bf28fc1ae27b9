import { hash } from 'node:crypto';
import type { Database, DatabaseSession } from '@docfleet/database';
import type { Logger } from '@docfleet/runtime/logging';
import { vectorIdIn } from '../chunk/chunks.ts';

/** Slots that every chunk may take: enough for the order of magnitude of a term's frequency. */
const sampleSize = 4_096;
/**
 * Slots that are used while few are taken, so that chunks of a small namespace, in which each of them counts, rarely meet in one:
 * of 2,000 chunks 3 % are left out, where it would be 21 % in 4,096 slots.
 */
const slots = 32_768;
const maxSampled = 2 * sampleSize;

/** A chunk with its distinct term ids (unsigned 32-bit). */
export interface SampledChunk {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly vectorId: string;
  readonly termIds: readonly number[];
}

export interface KeywordStatistics {
  readonly chunkCount: number;
  /** Sampled chunks by term id, for terms that occur. */
  readonly frequencies: ReadonlyMap<number, number>;
}

/** Returns the slot of a chunk: the same in each generation, so that it counts once when a namespace is embedded again or moved. */
const slotOf = (vectorId: string) => hash('sha1', vectorIdIn(vectorId, 1), 'buffer').readUInt16BE(0) % slots;

/** PostgreSQL has no unsigned integers: a term id is stored as the signed number of the same bits. */
const toSigned = (termId: number) => termId | 0;
const toUnsigned = (stored: number) => stored >>> 0;

/**
 * Puts chunks into their slots of the sample, replacing earlier ones. Locks documents against their purge until the sample is
 * written, because a purge would not see it; leaves out documents that are purged, or locked by others, so that it never waits for
 * them.
 */
export async function sampleChunks(
  database: DatabaseSession,
  chunks: readonly SampledChunk[],
): Promise<void> {
  // A statement can write a slot only once: the last chunk wins.
  const bySlot = new Map(
    chunks.map((chunk) => {
      const slot = slotOf(chunk.vectorId);
      return [`${chunk.namespaceId} ${slot}`, { ...chunk, slot }];
    }),
  );
  const sampled = [...bySlot.values()];
  // A parameter cannot hold arrays of different lengths: each is written as PostgreSQL array text.
  const terms = sampled.map(({ termIds }) => `{${termIds.map(toSigned).join(',')}}`);
  const documentIds = [...new Set(sampled.map((chunk) => chunk.documentId))];
  const namespaceIds = [...new Set(sampled.map((chunk) => chunk.namespaceId))];
  await database.$executeRaw`
    WITH living AS (SELECT id FROM documents WHERE id = ANY(${documentIds}::uuid[]) FOR KEY SHARE SKIP LOCKED),
      known AS MATERIALIZED (
        SELECT id AS "namespaceId", (SELECT count(*) FROM keyword_samples WHERE "namespaceId" = id) AS samples
        FROM unnest(${namespaceIds}::uuid[]) AS id)
    INSERT INTO keyword_samples ("namespaceId", slot, "documentId", terms)
    SELECT sampled."namespaceId", sampled.slot, sampled."documentId", sampled.terms::int[]
    FROM unnest(${sampled.map((chunk) => chunk.namespaceId)}::uuid[], ${sampled.map((chunk) => chunk.slot)}::smallint[],
      ${sampled.map((chunk) => chunk.documentId)}::uuid[], ${terms}::text[]) AS sampled("namespaceId", slot, "documentId", terms)
    JOIN living ON living.id = sampled."documentId"
    JOIN known ON known."namespaceId" = sampled."namespaceId"
    WHERE sampled.slot < ${sampleSize} OR known.samples < ${maxSampled}
    ORDER BY 1, 2
    ON CONFLICT ("namespaceId", slot) DO UPDATE SET "documentId" = excluded."documentId", terms = excluded.terms`;
}

/** Returns the number of sampled chunks, and how many of them contain each term. */
export async function readKeywordStatistics(
  database: Database,
  namespaceId: string,
): Promise<KeywordStatistics> {
  const [chunkCount, rows] = await Promise.all([
    database.keywordSample.count({ where: { namespaceId } }),
    database.$queryRaw<{ term: number; frequency: number }[]>`
      SELECT term, count(*)::int AS frequency FROM keyword_samples, unnest(terms) AS term
      WHERE "namespaceId" = ${namespaceId}::uuid GROUP BY term`,
  ]);
  return { chunkCount, frequencies: new Map(rows.map((row) => [toUnsigned(row.term), row.frequency])) };
}

/** Writes sampled chunks in the background: what a crash loses of them is only a sample. */
export interface ChunkSampler {
  add(chunks: readonly SampledChunk[]): void;
  /** Writes the remaining entries. */
  close(): Promise<void>;
}

const flushAfterMs = 200;
const maxWaiting = 500;

/** Opens a sampler for one process. */
export function createChunkSampler(database: Database, logger: Logger): ChunkSampler {
  let waiting: SampledChunk[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const chunks = waiting.splice(0);
    if (chunks.length === 0) return;
    await sampleChunks(database, chunks).catch((error: unknown) =>
      logger.warn({ error, chunks: chunks.length }, 'chunks were left out of the keyword sample'),
    );
  }

  return {
    add(chunks) {
      waiting = waiting.concat(chunks);
      if (waiting.length >= maxWaiting) void flush();
      else timer ??= setTimeout(() => void flush(), flushAfterMs);
    },
    close: flush,
  };
}
