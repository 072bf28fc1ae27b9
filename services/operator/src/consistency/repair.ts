import { rm } from 'node:fs/promises';
import { makeWatchDue } from '@docfleet/domain/connection';
import {
  correctCounts,
  correctRun,
  readNeededFiles,
  removeOrphanChunks,
  removeOrphanSamples,
  requestCleaning,
  requestContent,
  requestMaintenance,
  requestWork,
} from '@docfleet/domain/consistency';
import { documentFileKeys } from '@docfleet/domain/document';
import { findStrayVectors, isStray } from './check-places.ts';
import type { ConsistencyCheck, Finding, FindingKind } from './consistency-check.ts';

/** Outcome of a repair: done, requested from the fleet, which does it as soon as it runs, gone in the meantime, or left to the operator. */
export type Repair = 'REPAIRED' | 'ASKED_FOR' | 'GONE' | 'LEFT';

type Repairers = {
  readonly [Kind in FindingKind]: (
    check: ConsistencyCheck,
    finding: Extract<Finding, { kind: Kind }>,
  ) => Promise<Repair>;
};

interface Place {
  readonly namespaceId: string;
  readonly documentId: string;
}

/** Tests whether the text to embed again no longer exists. */
async function isContentLost({ database, open, signal }: ConsistencyCheck, place: Place): Promise<boolean> {
  const { contentRevision } = await readNeededFiles(database, { ...place, quietMs: 0 });
  if (contentRevision === null) return true;
  const { parsed } = documentFileKeys(place.documentId, contentRevision);
  const { fileStore } = await open(place.namespaceId);
  for await (const key of fileStore.list(parsed, signal)) if (key === parsed) return false;
  return true;
}

async function requestVectors(
  check: ConsistencyCheck,
  place: Place,
  missingVectors: readonly string[],
): Promise<Repair> {
  const contentLost = await isContentLost(check, place);
  const asked = await requestContent(check.database, place, { missingVectors, contentLost });
  return asked ? 'ASKED_FOR' : 'GONE';
}

const repairers: Repairers = {
  async STUCK_DOCUMENT({ database }, { namespaceId, document }) {
    await requestWork(database, namespaceId, document);
    return 'ASKED_FOR';
  },
  async UNKNOWN_VECTORS({ database, open, signal }, { namespaceId, documentId, vectorIds, orphaned }) {
    if (!orphaned) {
      await requestCleaning(database, { documentId }, vectorIds);
      return 'ASKED_FOR';
    }
    // The fleet has no job for a document that is gone.
    await (await open(namespaceId)).vectorStore.remove(vectorIds, signal);
    return 'REPAIRED';
  },
  MISSING_VECTORS: (check, finding) => requestVectors(check, finding, finding.vectorIds),
  async UNKNOWN_FILES({ database, open, signal }, { namespaceId, documentId, keys, orphaned }) {
    if (!orphaned) {
      await requestCleaning(database, { documentId });
      return 'ASKED_FOR';
    }
    await (await open(namespaceId)).fileStore.remove(keys, signal);
    return 'REPAIRED';
  },
  MISSING_CONTENT: (check, finding) => requestVectors(check, finding, []),
  EMPTY_STORE: async () => 'LEFT',
  UNREAD_STORE: async () => 'LEFT',
  async STALE_CHUNKS({ database }, { documentId }) {
    await requestCleaning(database, { documentId });
    return 'ASKED_FOR';
  },
  WRONG_CHUNK_COUNT: (check, finding) => requestVectors(check, finding, []),
  async WRONG_DOCUMENT_COUNT({ database }, { namespaceId }) {
    await correctCounts(database, namespaceId);
    return 'REPAIRED';
  },
  async WRONG_RUN({ database }, { run }) {
    await correctRun(database, run.id);
    return 'REPAIRED';
  },
  async EXPIRED_CHANNELS({ database }, { connectionId }) {
    await makeWatchDue(database, connectionId);
    return 'ASKED_FOR';
  },
  async ORPHAN_SAMPLES({ database }, { namespaceId }) {
    await removeOrphanSamples(database, namespaceId);
    return 'REPAIRED';
  },
  async DELETED_TEXT({ database }, { namespaceId }) {
    await requestMaintenance(database, namespaceId);
    return 'ASKED_FOR';
  },
  async BROKEN_INDEXES({ database }, { namespaceId }) {
    await requestMaintenance(database, namespaceId);
    return 'ASKED_FOR';
  },
  async STRAY_FOLDER(check, finding) {
    // Data of another installation in a shared store must not be removed.
    if (finding.isForeign) return 'LEFT';
    if (!(await isStray(check, finding))) return 'GONE';
    await rm(finding.path, { recursive: true, force: true });
    return 'REPAIRED';
  },
  async STRAY_VECTORS(check, { namespaceId, name, isProven }) {
    if (!isProven) return 'LEFT';
    const providers = await check.open(namespaceId);
    const stray = await findStrayVectors({ ...check, namespaceId, providers });
    if (!stray.some((one) => one.name === name && one.isProven)) return 'GONE';
    await providers.vectorStore.shared?.purge(name, check.signal);
    return 'REPAIRED';
  },
  async ORPHAN_CHUNKS({ database }, { documentId }) {
    await removeOrphanChunks(database, documentId);
    return 'REPAIRED';
  },
};

/** Repairs a finding through the product's own jobs; repeating it has no further effect. */
export function repair(check: ConsistencyCheck, finding: Finding): Promise<Repair> {
  const repairKind = repairers[finding.kind] as (
    check: ConsistencyCheck,
    finding: Finding,
  ) => Promise<Repair>;
  return repairKind(check, finding);
}
