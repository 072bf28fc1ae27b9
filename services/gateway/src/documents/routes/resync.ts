import { resyncDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { findOwnNamespace } from '../../namespaces/find-own-namespace.ts';
import { namespaceId } from '../../namespaces/namespace-id.ts';
import { bulkQuery, toBulkFilter } from '../bulk-filter.ts';
import { filterConfig } from '../document-filter.ts';

/** Documents that the answer lists; the counts tell of all. */
const mostListed = 1_000;

const resyncResult = z.object({
  id: z.string(),
  status: z.enum(['QUEUED_FOR_RESYNC', 'NOT_ELIGIBLE_FOR_RESYNC']),
  error: z.string().nullable(),
});

function present({ id, refusal }: { id: string; refusal: string | undefined }): z.input<typeof resyncResult> {
  return refusal
    ? { id, status: 'NOT_ELIGIBLE_FOR_RESYNC', error: refusal }
    : { id, status: 'QUEUED_FOR_RESYNC', error: null };
}

export const resyncDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents/resync',
  summary: 'Read documents from their source again',
  description: `Everything that matches is resynced; the answer lists the oldest ${mostListed} of it and counts all. What was searchable stays so until the new content is. Texts and uploaded files have no source, and what waits or is being processed is read already: both are skipped. Each job of these documents gets a new run.`,
  tags: ['Documents'],
  scope: 'ingest',
  query: bulkQuery,
  body: z.strictObject({ namespaceId, filterConfig }).meta({
    examples: [{ namespaceId: 'handbook', filterConfig: { metadata: { team: 'people' } } }],
  }),
  status: 202,
  reply: z.object({
    itemsQueued: z.int(),
    itemsSkipped: z.int(),
    documents: z.array(resyncResult).max(mostListed),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'RESYNC_DOCUMENTS_FAILED',

  async handle({ body, query, organizationId, actor, tenantId }, { dispatcher, ...context }) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const filter = toBulkFilter(body.filterConfig, { ...query, namespaceId: namespace.id, tenantId });
    const documents: z.input<typeof resyncResult>[] = [];
    let [itemsQueued, itemsSkipped] = [0, 0];
    for await (const batch of resyncDocuments(context.database, actor, filter, context.intake)) {
      const skipped = batch.documents.filter(({ refusal }) => refusal !== undefined).length;
      itemsSkipped += skipped;
      itemsQueued += batch.documents.length - skipped;
      documents.push(...batch.documents.slice(0, mostListed - documents.length).map(present));
      dispatcher.dispatch(batch.jobs);
      // So that no more than a batch of jobs is held in memory.
      await dispatcher.drain();
    }
    if (itemsQueued + itemsSkipped === 0)
      throw new AppError('DOCUMENTS_NOT_FOUND', 'No document matches the filter');
    return { message: 'The documents are being resynced', data: { itemsQueued, itemsSkipped, documents } };
  },
});
