import { filterConfig } from '@docfleet/api/document-filter';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { readPage } from '@docfleet/api/page';
import { pagination } from '@docfleet/api/pagination';
import { DocumentStatus } from '@docfleet/domain/database';
import { deleteDocuments } from '@docfleet/domain/document';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { runBulkChange, toBulkChange } from '../bulk.ts';
import { bulkQuery } from '../bulk-filter.ts';
import { includeConfig } from '../present-documents.ts';

const deleteDocumentsBody = z
  .strictObject({ namespaceId, filterConfig, includeConfig, pagination })
  .meta({ examples: [{ namespaceId: 'quickstart', filterConfig: { metadata: { team: 'people' } } }] });

const { QUEUED_FOR_DELETION: status } = DocumentStatus;

export const deleteDocumentsRoute = route({
  method: 'delete',
  path: '/v1/documents',
  summary: 'Delete all documents that match',
  description:
    'They are gone from searches and lists at once, also those that are being ingested; their vectors, chunks and files are purged in the background. All that matches is deleted; pagination.pageSize is how many of them the answer lists.',
  tags: ['Documents'],
  scope: 'ingest',
  query: bulkQuery,
  body: deleteDocumentsBody,
  status: 202,
  isExpensive: true,
  response: z.object({
    itemsDeleted: z.int(),
    documents: z.array(z.object({ id: z.string(), status: z.literal(status) })).optional(),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'DELETE_DOCUMENTS_FAILED',

  async handle({ body, query, organizationId, actor, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const bulk = toBulkChange(namespace, { ...body, ...query, actor, tenantId });
    const list = { key: context.linkKey, place: `documents/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const steps = deleteDocuments(context.database, bulk);
    const { itemsChanged, documentIds } = await runBulkChange(steps, page, context.dispatcher);
    const documents = documentIds.slice(0, page.size).map((id) => ({ id, status }));
    const data = { itemsDeleted: itemsChanged, ...(body.includeConfig.documents && { documents }) };
    return { message: 'The documents are being deleted', data };
  },
});
