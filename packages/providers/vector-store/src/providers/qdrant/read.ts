import type { SparseVector } from '@docfleet/text-analysis';
import type { Schemas } from '@qdrant/js-client-rest';
import type { StoredVector } from '../../provider.ts';
import type { QdrantClient } from './client.ts';
import type { Collection } from './collections.ts';
import { placeFilter } from './filter.ts';
import { pointId } from './points.ts';

const idsPerPage = 1_000;
const idOf = ({ payload }: Schemas['Record']) => String(payload?.['id'] ?? '');

/** Returns whether a collection has no point of a place. */
export async function isEmpty(
  client: QdrantClient,
  { path }: Collection,
  place: string,
  signal: AbortSignal,
): Promise<boolean> {
  const body = { filter: placeFilter(place), limit: 1, with_payload: false };
  const { points } = await client<Schemas['ScrollResult']>(signal, 'POST', `${path}/points/scroll`, body);
  return points.length === 0;
}

/** Ids of a place, or of one document, in pages of at most 1,000. */
export async function* readIds(
  client: QdrantClient,
  { path, limits }: Collection,
  place: string,
  documentId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const filter = placeFilter(place);
  if (documentId !== undefined) filter.must.push({ key: 'documentId', match: { value: documentId } });
  const limit = Math.min(idsPerPage, limits.maxQueryLimit);
  let offset: Schemas['ExtendedPointId'] | undefined;
  do {
    const body = { filter, limit, with_payload: ['id'], ...(offset !== undefined && { offset }) };
    const page = await client<Schemas['ScrollResult']>(signal, 'POST', `${path}/points/scroll`, body);
    yield page.points.map(idOf);
    offset = (page.next_page_offset ?? undefined) as typeof offset;
  } while (offset !== undefined);
}

/** Returns the number of points a place has; listed where strict mode forbids to count exactly. */
export async function countPoints(
  client: QdrantClient,
  collection: Collection,
  place: string,
  signal: AbortSignal,
): Promise<number> {
  const { path, limits } = collection;
  if (limits.allowsExact) {
    const body = { filter: placeFilter(place), exact: true };
    return (await client<Schemas['CountResult']>(signal, 'POST', `${path}/points/count`, body)).count;
  }
  let count = 0;
  for await (const page of readIds(client, collection, place, undefined, signal)) count += page.length;
  return count;
}

/** Places that a listing of all names, which one answer holds. */
const maxPlaces = 10_000;

/** Counts the points of each place of a collection. */
export async function countPlaces(
  client: QdrantClient,
  { path, limits }: Collection,
  signal: AbortSignal,
): Promise<{ name: string; vectors: number }[]> {
  const limit = Math.min(maxPlaces, limits.maxQueryLimit);
  const body = { key: 'place', limit, exact: limits.allowsExact } satisfies Schemas['FacetRequest'];
  const { hits } = await client<Schemas['FacetResponse']>(signal, 'POST', `${path}/facet`, body);
  return hits.map(({ value, count }) => ({ name: String(value), vectors: count }));
}

/** Vectors of these ids; absent ones are left out. */
export async function readVectors(
  client: QdrantClient,
  { path }: Collection,
  place: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<StoredVector[]> {
  const body = { ids: ids.map((id) => pointId(place, id)), with_payload: ['id', 'text'], with_vector: true };
  const points = await client<Schemas['Record'][]>(signal, 'POST', `${path}/points`, body);
  return points.map((point) => {
    const { dense, terms } = point.vector as { dense: number[]; terms?: SparseVector };
    return {
      id: idOf(point),
      values: Float32Array.from(dense),
      text: String(point.payload?.['text'] ?? ''),
      weights: terms ?? { indices: [], values: [] },
    };
  });
}
