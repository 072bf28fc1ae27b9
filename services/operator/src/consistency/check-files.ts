import {
  addToDigest,
  compareFiles,
  type Digest,
  differingBuckets,
  digestNeededFiles,
  findByBucket,
  type ListedFile,
  readNeededFiles,
} from '@docfleet/domain/consistency';
import { documentFileKeys, documentFilePrefix, fileOfKey, filesPrefix } from '@docfleet/domain/document';
import { confirm } from './confirm.ts';
import { isYoung, type NamespaceCheck } from './consistency-check.ts';
import { countForeign } from './count-foreign.ts';
import type { Finding } from './finding.ts';

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
export async function* checkFiles(check: NamespaceCheck): AsyncGenerator<Finding> {
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
