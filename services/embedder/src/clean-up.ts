import {
  type ClaimedDocument,
  documentFileKeys,
  findStaleVectors,
  forgetStaleChunks,
} from '@docfleet/domain';
import type { NamespaceProviders } from '@docfleet/namespace-providers';
import type { EmbedderContext } from './context.ts';

const cleanUpTimeoutMs = 60_000;

/** Keys of the files of all revisions before this one. */
function olderFiles(claim: ClaimedDocument): string[] {
  const first = claim.activeRevision ?? 1;
  const revisions = Array.from({ length: Math.max(0, claim.revision - first) }, (_, index) => first + index);
  return revisions.flatMap((revision) => Object.values(documentFileKeys(claim.id, revision)));
}

/**
 * Removes what only older revisions had. Searches do not see it any more, so a failure here is no failure of the document:
 * what is left is found again through its rows.
 */
export async function cleanUp(
  context: EmbedderContext,
  claim: ClaimedDocument,
  providers: NamespaceProviders,
): Promise<void> {
  const signal = AbortSignal.timeout(cleanUpTimeoutMs);
  try {
    const stale = await findStaleVectors(context.database, claim.id);
    if (stale.length > 0) await providers.vectorStore.remove(stale, signal);
    await forgetStaleChunks(context.database, claim.id);
    await providers.fileStore.remove(olderFiles(claim), signal);
  } catch (error) {
    context.logger.warn({ error, documentId: claim.id }, 'an old content is left for the sweep');
  }
}
