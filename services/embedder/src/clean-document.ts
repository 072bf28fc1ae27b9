import { deleteStaleChunks, deleteUnusedContexts, findStaleChunks } from '@docfleet/domain/chunk';
import { failureOf } from '@docfleet/domain/database';
import {
  claimForCleaning,
  type DocumentToClean,
  documentFilePrefix,
  endCleaning,
  releaseCleaned,
  revisionOfFile,
} from '@docfleet/domain/document';
import { classifyRefusal } from '@docfleet/domain/namespace';
import type { cleanDocument, Handler, PayloadOf } from '@docfleet/queues';
import type { EmbedderContext } from './context.ts';

/**
 * The files of contents that neither searches nor a new attempt need. A later revision is none of them: its file is stored before the
 * document knows of it. A previous revision never becomes visible again, so this stays true under concurrent changes.
 */
async function findStaleFiles(
  keys: AsyncIterable<string>,
  { id, revision, contentRevision }: DocumentToClean,
): Promise<string[]> {
  const stale: string[] = [];
  for await (const key of keys) {
    const belongsTo = revisionOfFile(id, key);
    if (belongsTo < revision && belongsTo !== contentRevision) stale.push(key);
  }
  return stale;
}

async function clean(context: EmbedderContext, claim: DocumentToClean, signal: AbortSignal): Promise<void> {
  const { vectorStore, fileStore } = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
  const stale = await findStaleChunks(context.database, claim);
  if (stale.vectorIds.length > 0) await vectorStore.remove(stale.vectorIds, signal);
  // Rows go last: until then they record what is left to remove.
  await deleteStaleChunks(context.database, claim, stale);
  const files = await findStaleFiles(fileStore.list(documentFilePrefix(claim.id), signal), claim);
  if (files.length > 0) await fileStore.remove(files, signal);
  await deleteUnusedContexts(context.database, claim.id);
  await endCleaning(context.database, claim);
}

/** Removes what only previous contents of a document had. Searches do not see it any more. */
export function cleanDocumentHandler(context: EmbedderContext): Handler<PayloadOf<typeof cleanDocument>> {
  return {
    async handle({ documentId }, signal) {
      const claim = await claimForCleaning(context.database, documentId);
      if (!claim) return;
      try {
        await context.leases.hold(claim, signal, (held) => clean(context, claim, held));
      } catch (cause) {
        throw await classifyRefusal(context.database, claim, failureOf(cause));
      } finally {
        await releaseCleaned(context.database, claim);
      }
    },
    async onExhausted({ documentId }, error) {
      context.logger.error({ error, documentId }, 'previous contents of a document could not be removed');
    },
  };
}
