import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { encodeTerms } from '@docfleet/text-analysis';
import type { Schemas } from '@qdrant/js-client-rest';
import { forEachParallel, inBatches, lastOfEachId } from '../../batches.ts';
import type { VectorRecord } from '../../provider.ts';
import { inChunks } from '../../scores.ts';
import type { QdrantClient } from './client.ts';
import type { Collection } from './collections.ts';
import { placeFilter } from './filter.ts';
import { metadataPayload, pointId, toPoint } from './points.ts';

/** A server takes 32 MB by default; smaller requests share its time better. */
const bytesPerUpsert = 8_000_000;
const idsPerRequest = 1_000;

/**
 * Resolves when the change is visible, and puts the changes of a point into one order on all replicas: a purge that overtakes an upsert would leave
 * its points.
 */
const applied = '?wait=true&ordering=medium';

/** Writes records over those of the same ids. */
export const write = (
  client: QdrantClient,
  { path, limits }: Collection,
  place: string,
  records: readonly VectorRecord[],
  signal: AbortSignal,
): Promise<void> => {
  const batches = inBatches(lastOfEachId(records), (record) => toPoint(place, record), {
    records: limits.maxUpserts,
    bytes: bytesPerUpsert,
  });
  return forEachParallel(batches, signal, (points, either) =>
    client(either, 'PUT', `${path}/points${applied}`, { points } satisfies Schemas['PointsList']),
  );
};

/** Removes points by id; absent ones are no error. */
export const remove = (
  client: QdrantClient,
  { path }: Collection,
  place: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> =>
  forEachParallel(inChunks(ids, idsPerRequest), signal, (chunk, either) =>
    client(either, 'POST', `${path}/points/delete${applied}`, {
      points: chunk.map((id) => pointId(place, id)),
    }),
  );

/** Removes all points of a place. */
export const removePlace = (
  client: QdrantClient,
  { path }: Collection,
  place: string,
  signal: AbortSignal,
): Promise<void> => client(signal, 'POST', `${path}/points/delete${applied}`, { filter: placeFilter(place) });

/** Replaces what filters read. A filter names the points: a list of them is refused if one is absent. */
export const replaceMetadata = (
  client: QdrantClient,
  { path, limits }: Collection,
  place: string,
  ids: readonly string[],
  metadata: VectorRecord['metadata'],
  signal: AbortSignal,
): Promise<void> =>
  forEachParallel(
    inChunks(ids, Math.min(idsPerRequest, limits.maxConditionValues)),
    signal,
    (chunk, either) => {
      const filter = { must: [{ has_id: chunk.map((id) => pointId(place, id)) }] };
      const payload = metadataPayload(metadata);
      return client(either, 'POST', `${path}/points/payload${applied}`, { payload, filter });
    },
  );

/** Whether one of the points was absent: Qdrant then stops somewhere in the middle. */
const isMissingPoint = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 404 &&
  /no point with id/i.test(error.details.reason ?? '');

/** Delays before points that were removed meanwhile are left out. */
const retryMs = [0, 50, 200];

async function replaceTermsOf(
  client: QdrantClient,
  { path }: Collection,
  terms: ReadonlyMap<string, VectorRecord['terms']>,
  signal: AbortSignal,
): Promise<void> {
  const ids = [...terms.keys()];
  for (const [attempt, waitMs] of retryMs.entries()) {
    await sleep(waitMs, undefined, { signal });
    const present = await client<Schemas['Record'][]>(signal, 'POST', `${path}/points`, {
      ids,
      with_payload: false,
    });
    const points = present.map(({ id }) => ({
      id,
      vector: { terms: encodeTerms(terms.get(String(id)) ?? []) },
    }));
    if (points.length === 0) return;
    try {
      return await client(signal, 'PUT', `${path}/points/vectors${applied}`, { points });
    } catch (error) {
      if (!isMissingPoint(error) || attempt === retryMs.length - 1) throw error;
    }
  }
}

/** Replaces the terms of points; absent ones are no error. */
export const replaceTerms = (
  client: QdrantClient,
  collection: Collection,
  place: string,
  terms: ReadonlyMap<string, VectorRecord['terms']>,
  signal: AbortSignal,
): Promise<void> =>
  forEachParallel(inChunks([...terms], collection.limits.maxUpserts), signal, (chunk, either) =>
    replaceTermsOf(client, collection, new Map(chunk.map(([id, own]) => [pointId(place, id), own])), either),
  );
