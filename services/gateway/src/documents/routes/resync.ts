import { filterConfig } from '@docfleet/api/document-filter';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { resyncDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { bulkQuery, toBulkFilter } from '../bulk-filter.ts';

/** Documents that the response lists; the counts cover all of them. */
const maxListed = 1_000;

const resyncResult = z.object({
  id: z.string(),
  status: z.enum(['QUEUED_FOR_RESYNC', 'NOT_ELIGIBLE_FOR_RESYNC']),
  error: z.string().nullable(),
});

function presentResync({
  id,
  refusal,
}: {
  id: string;
  refusal: string | undefined;
}): z.input<typeof resyncResult> {
  return refusal
    ? { id, status: 'NOT_ELIGIBLE_FOR_RESYNC', error: refusal }
    : { id, status: 'QUEUED_FOR_RESYNC', error: null };
}

export const resyncDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents/resync',
  summary: 'Read documents from their source again',
  description: `Everything that matches is resynced; the response lists the oldest ${maxListed} and counts all. The current content stays searchable until the new content is. Texts and uploaded files have no source, and documents that wait or are being processed are read anyway: both are skipped. Each job of these documents gets a new run.`,
  tags: ['Documents'],
  scope: 'ingest',
  query: bulkQuery,
  body: z.strictObject({ namespaceId, filterConfig }).meta({
    examples: [{ namespaceId: 'quickstart', filterConfig: { metadata: { team: 'people' } } }],
  }),
  status: 202,
  isExpensive: true,
  response: z.object({
    itemsQueued: z.int(),
    itemsSkipped: z.int(),
    documents: z.array(resyncResult).max(maxListed),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'RESYNC_DOCUMENTS_FAILED',

  async handle({ body, query, organizationId, actor, tenantId }, { dispatcher, ...context }) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const { filter } = toBulkFilter(body.filterConfig, { ...query, namespaceId: namespace.id, tenantId });
    const documents: z.input<typeof resyncResult>[] = [];
    let [itemsQueued, itemsSkipped] = [0, 0];
    for await (const batch of resyncDocuments(context.database, actor, filter, context.admissionWindow)) {
      const skipped = batch.documents.filter(({ refusal }) => refusal !== undefined).length;
      itemsSkipped += skipped;
      itemsQueued += batch.documents.length - skipped;
      documents.push(...batch.documents.slice(0, maxListed - documents.length).map(presentResync));
      dispatcher.dispatch(batch.jobs);
      // So that no more than a batch of jobs is held in memory.
      await dispatcher.drain();
    }
    if (itemsQueued + itemsSkipped === 0)
      throw new AppError('DOCUMENTS_NOT_FOUND', 'No document matches the filter');
    return { message: 'The documents are being resynced', data: { itemsQueued, itemsSkipped, documents } };
  },
});
