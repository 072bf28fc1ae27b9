import { setTimeout as sleep } from 'node:timers/promises';
import { hasCredentials } from '@docfleet/egress';
import type { PineconeRecord } from '@pinecone-database/pinecone';
import { z } from 'zod';
import { forEachParallel, inBatches, lastOfEachId } from '../../batches.ts';
import {
  defineVectorStoreProvider,
  generationName,
  type ScoringStore,
  type SharedVectors,
  type StoredVector,
  unreadRemains,
  type VectorRecord,
} from '../../provider.ts';
import { inChunks } from '../../scores.ts';
import { createPineconeClient, isMissingNamespace, type PineconeClient, wrongDimension } from './client.ts';
import {
  metadataBytes,
  replaceUserMetadata,
  sparseValuesOf,
  toPineconeRecord,
  upsertLimits,
} from './metadata.ts';
import { type IndexKind, maxTopK, searchIndex } from './search.ts';

const idsPerDelete = 1_000;
/** A thousand by the vendor's documentation, but they travel in the URL. */
const idsPerFetch = 100;
const idsPerList = 100;

const pineconeConfig = z
  .strictObject({
    provider: z.literal('PINECONE'),
    apiKey: z.string().min(1).meta({ title: 'API key', writeOnly: true }),
    /** The index's host as its console shows it; https:// unless it says http://. */
    indexHost: z
      .string()
      .min(1)
      .transform((host) => (/^https?:\/\//i.test(host) ? host : `https://${host}`))
      .pipe(z.url())
      .refine((host) => !hasCredentials(host), 'must not carry a user name or password')
      .meta({
        title: 'Index host',
        description: 'An index with the metric dotproduct and the dimensions of the model',
        examples: ['https://docs-abc123.svc.us-east-1-aws.pinecone.io'],
      }),
  })
  .meta({ title: 'Pinecone' });

/** Pinecone has no namespace before the first write to it, and answers 404 to deletes and lists. */
const unlessMissing = async <Result, Otherwise>(
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> =>
  work.catch((error: unknown) => {
    if (isMissingNamespace(error)) return otherwise;
    throw error;
  });

/** Ids that begin with the prefix; none while nothing has been written. */
async function* listPages(
  client: PineconeClient,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const asked = client.call(signal, (index) =>
      index.listPaginated({
        limit: idsPerList,
        ...(prefix && { prefix }),
        ...(paginationToken && { paginationToken }),
      }),
    );
    const page = await unlessMissing(asked, undefined);
    yield (page?.vectors ?? []).flatMap(({ id }) => id ?? []);
    paginationToken = page?.pagination?.next;
  } while (paginationToken);
}

/**
 * Delays, in milliseconds, before a record is requested again that was written a moment ago; one that is absent after them counts as
 * absent. https://docs.pinecone.io/guides/index-data/check-data-freshness
 */
const defaultSettleMs = [250, 500, 1_000, 2_000, 4_000];

interface Settling {
  readonly client: PineconeClient;
  readonly settleMs: readonly number[];
}

/** Writing a part over the old leaves what the new has not; so the records are written whole. */
async function rewriteRecords(
  { client, settleMs }: Settling,
  ids: readonly string[],
  change: (record: PineconeRecord) => PineconeRecord,
  signal: AbortSignal,
): Promise<void> {
  const rewritten = ({ id, values, sparseValues, metadata }: PineconeRecord): PineconeRecord =>
    change({
      id,
      ...(values ? { values } : {}),
      ...(sparseValues ? { sparseValues } : {}),
      metadata: metadata ?? {},
    });
  let missing = ids;
  for (const waitMs of [0, ...settleMs]) {
    await sleep(waitMs, undefined, { signal });
    const fetched = client.call(signal, (index) => index.fetch({ ids: [...missing] }));
    const { records } = await unlessMissing(fetched, { records: {} });
    for (const batch of inBatches(Object.values(records), rewritten, upsertLimits))
      await client.call(signal, (index) => index.upsert({ records: batch }));
    missing = missing.filter((id) => !Object.hasOwn(records, id));
    if (missing.length === 0) return;
  }
}

const recordChanges = (settling: Settling): Pick<ScoringStore, 'updateMetadata' | 'updateTerms'> => ({
  updateMetadata: (ids, metadata, signal) =>
    forEachParallel(inChunks(ids, idsPerFetch), signal, (chunk, either) =>
      rewriteRecords(
        settling,
        chunk,
        (record) => ({ ...record, metadata: replaceUserMetadata(record.metadata ?? {}, metadata) }),
        either,
      ),
    ),
  updateTerms: (terms, signal) =>
    forEachParallel(inChunks([...terms.keys()], idsPerFetch), signal, (chunk, either) =>
      rewriteRecords(
        settling,
        chunk,
        ({ sparseValues: _, ...record }) => ({
          ...record,
          ...sparseValuesOf({ terms: terms.get(record.id) ?? [] }),
        }),
        either,
      ),
    ),
});

async function readVectors(
  client: PineconeClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<StoredVector[]> {
  const found: StoredVector[] = [];
  await forEachParallel(inChunks(ids, idsPerFetch), signal, async (chunk, either) => {
    const fetched = client.call(either, (index) => index.fetch({ ids: chunk }));
    const { records } = await unlessMissing(fetched, { records: {} });
    for (const { id, values, sparseValues, metadata } of Object.values(records))
      if (values)
        found.push({
          id,
          values: Float32Array.from(values),
          text: metadata?.['textTruncated'] === true ? undefined : String(metadata?.['text'] ?? ''),
          weights: sparseValues ?? { indices: [], values: [] },
        });
  });
  return found;
}

const upsertsOf = (records: readonly VectorRecord[]) =>
  inBatches(lastOfEachId(records), toPineconeRecord, upsertLimits);

const readStats = (client: PineconeClient, signal: AbortSignal) =>
  client.call(signal, (index) => index.describeIndexStats());

/** The namespaces of the index. */
const openShared = (client: PineconeClient): SharedVectors => ({
  list: async (signal) =>
    Object.entries((await readStats(client, signal)).namespaces ?? {}).map(([name, { recordCount }]) => ({
      name,
      vectors: recordCount,
    })),
  purge: (name, signal) =>
    unlessMissing(
      client.call(signal, (index) => index.deleteAll(), name),
      undefined,
    ),
});

function openStore(settling: Settling, namespace: string): ScoringStore {
  const { client } = settling;
  const stats = (signal: AbortSignal) => readStats(client, signal);
  const shared = openShared(client);
  const kindOf = async (signal: AbortSignal): Promise<IndexKind> => {
    if (!client.rawStats()) await stats(signal);
    const { metric, dimension } = client.rawStats() ?? {};
    return { metric, dimension };
  };
  return {
    limits: { maxDimensions: 20_000, maxRecordBytes: metadataBytes, maxTopK },
    async check(dimensions, signal) {
      const { dimension } = await stats(signal);
      if (dimensions !== undefined && dimension !== dimensions) throw wrongDimension(dimension, dimensions);
    },
    upsert: (records, signal) =>
      forEachParallel(upsertsOf(records), signal, (batch, either) =>
        client.call(either, (index) => index.upsert({ records: batch })),
      ),
    async search(query, signal) {
      return searchIndex(client, query, await kindOf(signal), signal);
    },
    remove: (ids, signal) =>
      forEachParallel(inChunks(ids, idsPerDelete), signal, (chunk, either) =>
        unlessMissing(
          client.call(either, (index) => index.deleteMany({ ids: chunk })),
          undefined,
        ),
      ),
    ...recordChanges(settling),
    idsOfDocument: async (documentId, signal) =>
      (await Array.fromAsync(listPages(client, `${documentId}#`, signal))).flat(),
    listIds: (signal) => listPages(client, '', signal),
    readVectors: (ids, signal) => readVectors(client, ids, signal),
    findRemains: async () => unreadRemains,
    shared,
    purge: (signal) => shared.purge(namespace, signal),
    async count(signal) {
      return (await stats(signal)).namespaces?.[namespace]?.recordCount ?? 0;
    },
    async maintain() {},
    async close() {},
  };
}

/**
 * An index of Pinecone, in which each generation of a docfleet namespace is one of its namespaces. It is eventually consistent: a write
 * that has resolved is durable, and searches, lists and counts show it some seconds later.
 */
export const pinecone = defineVectorStoreProvider(pineconeConfig, ({ apiKey, indexHost }, context) => {
  const namespace = generationName(context);
  const client = createPineconeClient({ apiKey, indexHost, namespace, egress: context.egress });
  return openStore({ client, settleMs: context.settleMs ?? defaultSettleMs }, namespace);
});
