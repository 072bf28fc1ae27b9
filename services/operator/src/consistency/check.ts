import {
  countOrphanSamples,
  findChunkDiscrepancies,
  findExpiredChannels,
  findOrphanChunks,
  findStuckDocuments,
  findWrongCounts,
  findWrongRuns,
} from '@docfleet/domain/consistency';
import { checkFiles } from './check-files.ts';
import { checkPlaces } from './check-places.ts';
import { checkRemains } from './check-remains.ts';
import { checkVectors } from './check-vectors.ts';
import type { ConsistencyCheck, NamespaceCheck } from './consistency-check.ts';
import type { Finding } from './finding.ts';

/** Findings that follow from the rows alone. */
async function* checkRows({ database, namespaceId, quietMs }: NamespaceCheck): AsyncGenerator<Finding> {
  for await (const page of findStuckDocuments(database, namespaceId, quietMs))
    for (const document of page)
      yield { kind: 'STUCK_DOCUMENT', namespaceId, documentId: document.id, document };
  for await (const page of findWrongRuns(database, namespaceId, quietMs))
    for (const run of page) yield { kind: 'WRONG_RUN', namespaceId, run };
  for (const expired of await findExpiredChannels(database, namespaceId, quietMs))
    yield { kind: 'EXPIRED_CHANNELS', namespaceId, ...expired };
  const differences = await findWrongCounts(database, namespaceId);
  if (differences.length > 0) yield { kind: 'WRONG_DOCUMENT_COUNT', namespaceId, differences };
  const samples = await countOrphanSamples(database, namespaceId);
  if (samples > 0) yield { kind: 'ORPHAN_SAMPLES', namespaceId, samples };
  for await (const page of findChunkDiscrepancies(database, namespaceId, quietMs))
    for (const { id: documentId, stale, visible, embeddingCount, miscounted } of page) {
      if (stale > 0) yield { kind: 'STALE_CHUNKS', namespaceId, documentId, chunks: stale };
      if (miscounted)
        yield {
          kind: 'WRONG_CHUNK_COUNT',
          namespaceId,
          documentId,
          counted: embeddingCount,
          chunks: visible,
        };
    }
}

/**
 * Compares what the database says of a namespace with what its vector store and its file store hold. Findings come as they are found,
 * in memory that does not grow with the namespace. The fleet may be at work: what moves is not judged.
 */
export async function* checkNamespace(check: ConsistencyCheck, namespaceId: string): AsyncGenerator<Finding> {
  const one = { ...check, namespaceId, providers: await check.open(namespaceId) };
  yield* checkRows(one);
  yield* checkVectors(one);
  yield* checkFiles(one);
  yield* checkRemains(one);
}

/** Finds what is left of documents and of namespaces that there are not any more. */
export async function* checkLeftovers(check: ConsistencyCheck): AsyncGenerator<Finding> {
  for await (const page of findOrphanChunks(check.database))
    for (const documentId of page) yield { kind: 'ORPHAN_CHUNKS', documentId };
  yield* checkPlaces(check);
}
