import {
  askForCleaning,
  askForContent,
  askForWork,
  correctCounts,
  correctRun,
  readNeededFiles,
  removeOrphanChunks,
  removeOrphanSamples,
} from '@docfleet/domain/consistency';
import { documentFileKeys } from '@docfleet/domain/document';
import type { Examination } from './examination.ts';
import type { Finding, FindingKind } from './finding.ts';

/** What was done: it is mended, or the fleet was asked to and will as soon as it runs, or it was no longer there. */
export type Mending = 'MENDED' | 'ASKED_FOR' | 'GONE';

type Menders = {
  readonly [Kind in FindingKind]: (
    examination: Examination,
    finding: Extract<Finding, { kind: Kind }>,
  ) => Promise<Mending>;
};

interface Place {
  readonly namespaceId: string;
  readonly documentId: string;
}

/** Whether the text that would be embedded again is no longer there. */
async function isContentLost({ database, open, signal }: Examination, place: Place): Promise<boolean> {
  const { contentRevision } = await readNeededFiles(database, { ...place, quietMs: 0 });
  if (contentRevision === null) return true;
  const { parsed } = documentFileKeys(place.documentId, contentRevision);
  const { fileStore } = await open(place.namespaceId);
  for await (const key of fileStore.list(parsed, signal)) if (key === parsed) return false;
  return true;
}

async function askForVectors(
  examination: Examination,
  place: Place,
  missingVectors: readonly string[],
): Promise<Mending> {
  const contentLost = await isContentLost(examination, place);
  const asked = await askForContent(examination.database, place, { missingVectors, contentLost });
  return asked ? 'ASKED_FOR' : 'GONE';
}

const menders: Menders = {
  async STUCK_DOCUMENT({ database }, { namespaceId, document }) {
    await askForWork(database, namespaceId, document);
    return 'ASKED_FOR';
  },
  async UNKNOWN_VECTORS({ database, open, signal }, { namespaceId, documentId, vectorIds, orphaned }) {
    if (!orphaned) {
      await askForCleaning(database, { documentId }, vectorIds);
      return 'ASKED_FOR';
    }
    // Nobody in the fleet looks after a document that is gone.
    await (await open(namespaceId)).vectorStore.remove(vectorIds, signal);
    return 'MENDED';
  },
  MISSING_VECTORS: (examination, finding) => askForVectors(examination, finding, finding.vectorIds),
  async UNKNOWN_FILES({ database, open, signal }, { namespaceId, documentId, keys, orphaned }) {
    if (!orphaned) {
      await askForCleaning(database, { documentId });
      return 'ASKED_FOR';
    }
    await (await open(namespaceId)).fileStore.remove(keys, signal);
    return 'MENDED';
  },
  MISSING_CONTENT: (examination, finding) => askForVectors(examination, finding, []),
  async STALE_CHUNKS({ database }, { documentId }) {
    await askForCleaning(database, { documentId });
    return 'ASKED_FOR';
  },
  WRONG_CHUNK_COUNT: (examination, finding) => askForVectors(examination, finding, []),
  async WRONG_DOCUMENT_COUNT({ database }, { namespaceId }) {
    await correctCounts(database, namespaceId);
    return 'MENDED';
  },
  async WRONG_RUN({ database }, { run }) {
    await correctRun(database, run.id);
    return 'MENDED';
  },
  async ORPHAN_SAMPLES({ database }, { namespaceId }) {
    await removeOrphanSamples(database, namespaceId);
    return 'MENDED';
  },
  async ORPHAN_CHUNKS({ database }, { documentId }) {
    await removeOrphanChunks(database, documentId);
    return 'MENDED';
  },
};

/** Mends a finding by the product's own means; doing it twice does no harm. */
export function mend(examination: Examination, finding: Finding): Promise<Mending> {
  const mendKind = menders[finding.kind] as (examination: Examination, finding: Finding) => Promise<Mending>;
  return mendKind(examination, finding);
}
