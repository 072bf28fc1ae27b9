import { setTimeout as sleep } from 'node:timers/promises';
import { documentOfVector } from '@docfleet/domain/chunk';
import {
  addToDigest,
  compareFiles,
  compareListedVectors,
  compareVectors,
  countOrphanSamples,
  type Digest,
  differingBuckets,
  digestNeededFiles,
  digestVisibleVectors,
  findByBucket,
  findChunkDiscrepancies,
  findExistingDocuments,
  findExpiredChannels,
  findOrphanChunks,
  findStuckDocuments,
  findWrongCounts,
  findWrongRuns,
  type ListedFile,
  readNeededFiles,
} from '@docfleet/domain/consistency';
import { documentFileKeys, documentFilePrefix, fileOfKey, filesPrefix } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { checkPlaces, checkSharedVectors } from './check-places.ts';
import { type ConsistencyCheck, type Finding, isYoung, type NamespaceCheck } from './consistency-check.ts';

const documentsAtOnce = 8;

type Look = (check: NamespaceCheck, documentId: string) => Promise<readonly Finding[]>;

async function lookAtAll(
  check: NamespaceCheck,
  documentIds: readonly string[],
  look: Look,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let start = 0; start < documentIds.length; start += documentsAtOnce) {
    const group = documentIds.slice(start, start + documentsAtOnce);
    found.push(...(await Promise.all(group.map((id) => look(check, id)))).flat());
  }
  return found;
}

/**
 * Looks closely at documents that a rough comparison suspects, and once more after a while at those of which something was found: a
 * finding is what both looks agree on.
 */
async function* confirm(
  check: NamespaceCheck,
  documentIds: readonly string[],
  look: Look,
): AsyncGenerator<Finding> {
  const found = await lookAtAll(check, documentIds, look);
  if (found.length === 0) return;
  await sleep(check.settleMs, undefined, { signal: check.signal });
  const suspected = found.flatMap((finding) => ('documentId' in finding ? [finding.documentId] : []));
  yield* await lookAtAll(check, [...new Set(suspected)], look);
}

/** Fewer are made anew without asking: they cost little, and may well have been all that there was. */
const fewDocuments = 5;

/**
 * Returns how many documents of these buckets a store lacks that listed nothing at all, where that is no loss to be repaired one by one:
 * it is likely another store. Undefined otherwise.
 */
async function countForeign(
  { database, namespaceId, rebuilds = false }: NamespaceCheck,
  isEmpty: boolean,
  buckets: readonly string[],
): Promise<number | undefined> {
  if (!isEmpty || rebuilds) return undefined;
  let documents = 0;
  for await (const ids of findByBucket(database, namespaceId, buckets)) documents += ids.length;
  return documents >= fewDocuments ? documents : undefined;
}

const filesPerPage = 1_000;

async function lookAtFiles(
  { database, namespaceId, providers, quietMs, signal }: NamespaceCheck,
  documentId: string,
): Promise<Finding[]> {
  // Read before the listing, so that a file which a row asks for has been there for longer.
  const needed = await readNeededFiles(database, { namespaceId, documentId, quietMs });
  const { exists, atRest, revision, contentRevision, contentNeeded } = needed;
  if (!atRest || (!exists && isYoung(documentId, quietMs))) return [];
  const keys = await Array.fromAsync(providers.fileStore.list(documentFilePrefix(documentId), signal));
  const unneeded = keys.filter((key) => {
    const file = fileOfKey(key);
    return !exists || (file && file.revision < revision && file.revision !== contentRevision);
  });
  const place = { namespaceId, documentId };
  const content = contentRevision === null ? undefined : documentFileKeys(documentId, contentRevision).parsed;
  return [
    ...(unneeded.length > 0
      ? [{ kind: 'UNKNOWN_FILES' as const, ...place, keys: unneeded, orphaned: !exists }]
      : []),
    ...(contentNeeded && content && !keys.includes(content)
      ? [{ kind: 'MISSING_CONTENT' as const, ...place, key: content }]
      : []),
  ];
}

/** The documents' files of the store, in pages. */
async function* listFiles({ providers, signal }: NamespaceCheck): AsyncGenerator<ListedFile[]> {
  let page: ListedFile[] = [];
  for await (const key of providers.fileStore.list(filesPrefix, signal)) {
    const file = fileOfKey(key);
    if (file) page.push(file);
    if (page.length < filesPerPage) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Compares files as `checkVectors` does vectors. */
async function* checkFiles(check: NamespaceCheck): AsyncGenerator<Finding> {
  const { database, namespaceId } = check;
  const stored: Digest = new Map();
  let isEmpty = true;
  for await (const page of listFiles(check)) {
    isEmpty = false;
    const { suspects, needed } = await compareFiles(database, namespaceId, page);
    addToDigest(stored, needed);
    for await (const finding of confirm(check, suspects, lookAtFiles))
      if (finding.kind === 'UNKNOWN_FILES') yield finding;
  }
  const buckets = differingBuckets(stored, await digestNeededFiles(database, namespaceId));
  if (buckets.length === 0) return;
  const documents = await countForeign(check, isEmpty, buckets);
  if (documents !== undefined) {
    yield { kind: 'EMPTY_STORE', namespaceId, store: 'file', documents };
    return;
  }
  for await (const documentIds of findByBucket(database, namespaceId, buckets))
    for await (const finding of confirm(check, documentIds, lookAtFiles))
      if (finding.kind === 'MISSING_CONTENT') yield finding;
}

async function lookAtVectors(
  { database, namespaceId, providers, quietMs, signal }: NamespaceCheck,
  documentId: string,
): Promise<Finding[]> {
  const stored = await providers.vectorStore.idsOfDocument(documentId, signal);
  const { exists, atRest, unknown, missing } = await compareVectors(
    database,
    { namespaceId, documentId, quietMs },
    stored,
  );
  if (!atRest || (!exists && isYoung(documentId, quietMs))) return [];
  const place = { namespaceId, documentId };
  return [
    ...(unknown.length > 0
      ? [{ kind: 'UNKNOWN_VECTORS' as const, ...place, vectorIds: unknown, orphaned: !exists }]
      : []),
    ...(missing.length > 0 ? [{ kind: 'MISSING_VECTORS' as const, ...place, vectorIds: missing }] : []),
  ];
}

/**
 * Looks every id of the store up once, which finds surplus vectors. Missing ones show in sums over buckets of documents; only
 * differing buckets are compared one by one.
 */
async function* checkVectors(check: NamespaceCheck): AsyncGenerator<Finding> {
  const { database, namespaceId, providers, signal } = check;
  const stored: Digest = new Map();
  let isEmpty = true;
  for await (const page of providers.vectorStore.listIds(signal)) {
    if (page.length > 0) isEmpty = false;
    const { unknown, visible } = await compareListedVectors(database, namespaceId, page);
    addToDigest(stored, visible);
    yield* confirm(check, [...new Set(unknown.map(documentOfVector))], lookAtVectors);
  }
  const buckets = differingBuckets(stored, await digestVisibleVectors(database, namespaceId));
  if (buckets.length === 0) return;
  const documents = await countForeign(check, isEmpty, buckets);
  if (documents !== undefined) {
    yield { kind: 'EMPTY_STORE', namespaceId, store: 'vector', documents };
    return;
  }
  // The others were found in the listing.
  for await (const documentIds of findByBucket(database, namespaceId, buckets))
    for await (const finding of confirm(check, documentIds, lookAtVectors))
      if (finding.kind === 'MISSING_VECTORS') yield finding;
}

/** Reads the bytes of the vector store's files on this machine for documents that are gone, in the rows as in what the store lists; reports files elsewhere as not read. */
async function* checkRemains({
  database,
  namespaceId,
  providers,
  signal,
  onUnread,
}: NamespaceCheck): AsyncGenerator<Finding> {
  const { vectorStore } = providers;
  const findExisting = async (ids: readonly string[]) => {
    const existing = new Set(await findExistingDocuments(database, namespaceId, ids));
    // Vectors that no row has are a finding of their own.
    for (const id of ids)
      if (!existing.has(id) && (await vectorStore.idsOfDocument(id, signal)).length > 0) existing.add(id);
    return existing;
  };
  const remains = await vectorStore.findRemains(findExisting, signal);
  if (remains.unread > 0) onUnread?.(namespaceId);
  const { documentIds, files } = remains;
  if (files > 0) yield { kind: 'DELETED_TEXT', namespaceId, documentIds, files };
}

async function* checkIndexes({ namespaceId, providers, signal }: NamespaceCheck): AsyncGenerator<Finding> {
  const indexes = (await providers.vectorStore.findBrokenIndexes?.(signal)) ?? [];
  if (indexes.length > 0) yield { kind: 'BROKEN_INDEXES', namespaceId, indexes };
}

async function* checkVectorStore(check: NamespaceCheck): AsyncGenerator<Finding> {
  yield* checkVectors(check);
  yield* checkIndexes(check);
  yield* checkRemains(check);
  yield* checkSharedVectors(check);
}

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

/** Yields findings about a store, and UNREAD_STORE once it does not answer, so that the other store and other namespaces are still compared. */
async function* unlessAway(
  findings: AsyncGenerator<Finding>,
  namespaceId: string,
  store: 'vector' | 'file',
): AsyncGenerator<Finding> {
  try {
    yield* findings;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { kind: 'UNREAD_STORE', namespaceId, store, reason: error.message };
  }
}

/**
 * Compares a namespace's rows with the content of its vector store and its file store. Yields findings as they are found, in memory
 * that does not grow with the namespace. The fleet may be at work: data in transition is not judged.
 */
export async function* checkNamespace(check: ConsistencyCheck, namespaceId: string): AsyncGenerator<Finding> {
  const one = { ...check, namespaceId, providers: await check.open(namespaceId) };
  yield* checkRows(one);
  yield* unlessAway(checkVectorStore(one), namespaceId, 'vector');
  yield* unlessAway(checkFiles(one), namespaceId, 'file');
}

/** Finds data of documents and of namespaces that do not exist any more. */
export async function* checkLeftovers(check: ConsistencyCheck): AsyncGenerator<Finding> {
  for await (const page of findOrphanChunks(check.database))
    for (const documentId of page) yield { kind: 'ORPHAN_CHUNKS', documentId };
  yield* checkPlaces(check);
}
