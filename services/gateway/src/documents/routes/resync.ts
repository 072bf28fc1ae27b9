import { filterConfig } from '@docfleet/api/document-filter';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { pagination, readPage } from '@docfleet/api/pagination';
import { SyncFrequency } from '@docfleet/domain/database';
import { resyncDocuments, scheduleDocuments } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { bulkQuery, toBulkFilter } from '../bulk.ts';
import { includeConfig } from '../present-documents.ts';

const scheduleResult = z.object({
  id: z.string(),
  status: z.enum(['SYNC_SCHEDULED', 'NOT_ELIGIBLE_FOR_SYNC_SCHEDULE']),
  syncFrequency: z.enum(SyncFrequency).nullable(),
  error: z.string().nullable(),
});

const refusal = 'A text or an uploaded file has no source that it could be read from again';

function present(
  { id, scheduled }: { id: string; scheduled: boolean },
  syncFrequency: SyncFrequency,
): z.input<typeof scheduleResult> {
  return scheduled
    ? { id, status: 'SYNC_SCHEDULED', syncFrequency, error: null }
    : { id, status: 'NOT_ELIGIBLE_FOR_SYNC_SCHEDULE', syncFrequency: null, error: refusal };
}

export const scheduleDocumentsRoute = route({
  method: 'post',
  path: '/v1/documents/schedule',
  summary: 'Read documents from their source again and again',
  description:
    "Everything that matches is scheduled, and read again daily, weekly or monthly, counted from each document's creation; NEVER ends it. pagination.pageSize limits how many the response lists, newest first; the counts cover all of them. Texts and uploaded files have no source and are skipped.",
  tags: ['Documents'],
  scope: 'ingest',
  query: bulkQuery,
  body: z
    .strictObject({
      namespaceId,
      filterConfig,
      includeConfig,
      pagination,
      data: z.strictObject({ syncFrequency: z.enum(SyncFrequency) }),
    })
    .meta({
      examples: [
        {
          namespaceId: 'quickstart',
          filterConfig: { metadata: { team: 'people' } },
          data: { syncFrequency: 'WEEKLY' },
        },
      ],
    }),
  isExpensive: true,
  response: z.object({
    itemsScheduled: z.int(),
    itemsSkipped: z.int(),
    documents: z.array(scheduleResult).optional(),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'SCHEDULE_DOCUMENTS_FAILED',

  async handle({ body, query, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const { filter } = toBulkFilter(body.filterConfig, { ...query, namespaceId: namespace.id, tenantId });
    const list = { key: context.linkKey, place: `documents/${namespace.id}` };
    const { size, after } = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const { syncFrequency } = body.data;
    let newest: { id: string; scheduled: boolean }[] = [];
    let [itemsScheduled, itemsSkipped] = [0, 0];
    for await (const { documents } of scheduleDocuments(context.database, actor, filter, syncFrequency)) {
      const scheduled = documents.filter((document) => document.scheduled).length;
      itemsScheduled += scheduled;
      itemsSkipped += documents.length - scheduled;
      newest = [...newest, ...documents.filter(({ id }) => !after || id < after)].slice(-size);
    }
    if (itemsScheduled + itemsSkipped === 0)
      throw new AppError('DOCUMENTS_NOT_FOUND', 'No document matches the filter');
    const listed = newest.toReversed().map((document) => present(document, syncFrequency));
    const data = { itemsScheduled, itemsSkipped, ...(body.includeConfig.documents && { documents: listed }) };
    return { message: 'The documents are scheduled', data };
  },
});

/** Maximum of documents that the response lists; its counts cover all of them. */
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
      // Bounds the jobs in memory to one batch.
      await dispatcher.drain();
    }
    if (itemsQueued + itemsSkipped === 0)
      throw new AppError('DOCUMENTS_NOT_FOUND', 'No document matches the filter');
    return { message: 'The documents are being resynced', data: { itemsQueued, itemsSkipped, documents } };
  },
});
