import type { Database, DocumentModel, DocumentStage } from '@docfleet/database';
import { z } from 'zod';
import type { ClaimedDocument } from './claim.ts';

/** The units in which work on a document is counted: pages and rows that are read, chunks that are embedded. */
export const progressUnits = ['PAGE', 'ROW', 'CHUNK'] as const;

const documentProgress = z.object({
  unit: z.enum(progressUnits),
  /** Pages or rows that have been read, or chunks that have been embedded. */
  done: z.int(),
  /** Null where their number is not known before the end. */
  total: z.int().nullable(),
});

/** Progress of the work on a document. */
export type DocumentProgress = Readonly<z.output<typeof documentProgress>>;

const stored = documentProgress.extend({ revision: z.int(), stage: z.string() });

/** Returns how far a document that is PROCESSING has come in its stage; null for others, and where that is not known. */
export function progressOf({
  status,
  stage,
  revision,
  progress,
}: Pick<DocumentModel, 'status' | 'stage' | 'revision' | 'progress'>): DocumentProgress | null {
  // A worker of a newer version may count in other units.
  const found = stored.nullable().catch(null).parse(progress);
  const isCurrent = status === 'PROCESSING' && found?.stage === stage && found.revision === revision;
  return isCurrent ? documentProgress.parse(found) : null;
}

/** Records how far a claimed document has been read; without effect when the claim was lost. */
async function recordProgress(
  database: Database,
  { id, revision, leaseToken }: Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken'>,
  progress: DocumentProgress & { readonly stage: DocumentStage },
): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET progress = ${JSON.stringify({ ...progress, revision })}::jsonb
    WHERE id = ${id}::uuid AND revision = ${revision} AND "leaseToken" = ${leaseToken}::uuid`;
}

/** Milliseconds between two writes; work that ends within them has none. */
const writeEveryMs = 2_000;

/** Returns what records how far a claimed document has come, now and then, so that short work costs no write. */
export function followProgress(
  database: Database,
  claim: Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken'>,
  { stage, onError }: { readonly stage: DocumentStage; readonly onError: (error: unknown) => void },
): (progress: DocumentProgress) => void {
  let writtenAt = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - writtenAt < writeEveryMs) return;
    writtenAt = now;
    recordProgress(database, claim, { ...progress, stage }).catch(onError);
  };
}
