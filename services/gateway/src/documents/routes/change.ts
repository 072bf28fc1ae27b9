import { createHash } from 'node:crypto';
import { filterConfig } from '@docfleet/api/document-filter';
import { ingestedText, refuseLongText, textBodyLimit } from '@docfleet/api/document-source';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { metadata, metadataArrays, metadataKeys } from '@docfleet/api/metadata-filter';
import { cutPage, pageInfo, pagination, readPage } from '@docfleet/api/pagination';
import { DocumentStatus } from '@docfleet/domain/database';
import {
  countPendingMetadata,
  deleteDocuments,
  listDocuments,
  type MetadataChange,
  updateDocumentContent,
  updateDocumentsMetadata,
} from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { oneOfFields } from '../../http/json-schema.ts';
import { route } from '../../http/route.ts';
import { bulkQuery, runBulkChange, toBulkChange } from '../bulk.ts';
import { documentResponse, includeConfig, presentDocuments } from '../present-documents.ts';

const { QUEUED_FOR_UPDATE: updateContentStatus } = DocumentStatus;

export const updateContentRoute = route({
  method: 'patch',
  path: '/v1/documents/{documentId}',
  summary: 'Replace the content of a document',
  description:
    'Takes plain text or Markdown for a document of any type, and takes the place of what was ingested. Searches show the old content until the new one is embedded; chunks that did not change are not embedded again.',
  tags: ['Documents'],
  scope: 'ingest',
  params: z.object({ documentId: z.string() }),
  body: z
    .strictObject({ namespaceId, content: ingestedText })
    .meta({ examples: [{ namespaceId: 'quickstart', content: 'Everyone has 32 days of leave.' }] }),
  bodyLimit: textBodyLimit,
  status: 202,
  response: z.object({
    document: z.object({ id: z.string(), status: z.literal(updateContentStatus) }),
    ingestJobRunId: z.string().describe('Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId}'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  failed: 'UPDATE_DOCUMENT_CONTENT_FAILED',

  async handle({ params: { documentId }, body, organizationId, tenantId }, context) {
    const { content: text } = body;
    refuseLongText(text, { path: 'content', limits: context.limits });
    const { id: namespaceId } = await findOwnNamespace(context, organizationId, body.namespaceId);
    const hash = createHash('sha256').update(text).digest();
    const content = { namespaceId, tenantId, documentId, text, hash };
    const updated = await updateDocumentContent(context.database, content);
    if (!updated) throw new AppError('DOCUMENTS_NOT_FOUND', 'There is no document of this id');
    context.dispatcher.dispatch(updated.jobs);
    const { ingestJobRunId } = updated;
    return {
      message: 'The content was accepted',
      data: { document: { id: documentId, status: updateContentStatus }, ingestJobRunId },
    };
  },
});

const metadataChange = z
  .strictObject({
    metadata: metadata.optional().describe('Merged in first. Deprecated: use $metadata.$set'),
    $metadata: z
      .strictObject({
        $set: metadata.optional().describe('Values that are set or replaced'),
        $append: metadataArrays.describe(
          'Values that arrays get, unless they have them; a missing array is made',
        ),
        $remove: metadataArrays.describe('Values that arrays lose'),
        $unset: metadataKeys.describe('Fields that are removed'),
      })
      .optional(),
  })
  .refine((data) => data.metadata !== undefined || data.$metadata !== undefined, {
    error: 'must have $metadata (or metadata)',
  })
  .meta(oneOfFields('$metadata', 'metadata'));

const updateMetadataBody = z
  .strictObject({ namespaceId, filterConfig, includeConfig, pagination, data: metadataChange })
  .meta({
    examples: [
      {
        namespaceId: 'quickstart',
        filterConfig: { metadata: { team: 'people' } },
        data: {
          $metadata: { $set: { reviewed: true }, $append: { tags: ['leave'] }, $remove: { tags: ['draft'] } },
        },
      },
    ],
  });

const toChange = ({ metadata: merge = {}, $metadata }: z.output<typeof metadataChange>): MetadataChange => ({
  merge,
  set: $metadata?.$set ?? {},
  append: $metadata?.$append ?? {},
  remove: $metadata?.$remove ?? {},
  unset: $metadata?.$unset ?? [],
});

export const updateMetadataRoute = route({
  method: 'patch',
  path: '/v1/documents',
  summary: 'Change the metadata of all documents that match',
  description:
    '`metadata` is merged first, then `$set`, `$append`, `$remove` and `$unset`. Fetching shows the change at once, and searches filter by it at once: each result is checked against its document. The vector store follows: vectorMetadata of a document is CURRENT when it has, and webhooks report it. Nothing is embedded again. All that matches is changed; pagination is about the documents in the answer. The cursor is one of POST /v1/documents.',
  tags: ['Documents'],
  scope: 'ingest',
  query: bulkQuery,
  body: updateMetadataBody,
  isExpensive: true,
  response: z.object({
    itemsUpdated: z.int(),
    pendingVectorUpdates: z
      .int()
      .describe(
        'Documents of the namespace whose vectors do not have their metadata yet; 0 when all stores follow',
      ),
    ...pageInfo,
    documents: z.array(documentResponse).optional(),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST', filterConfig: 'INVALID_FILTER_CONFIG' },
  failed: 'UPDATE_DOCUMENTS_FAILED',

  async handle({ body, query, organizationId, actor, tenantId, origin }, context) {
    const { database, linkKey: key } = context;
    const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
    const bulk = toBulkChange(namespace, { ...body, ...query, actor, tenantId });
    const list = { key, place: `documents/${namespace.id}` };
    const page = readPage(body.pagination, { ...list, invalid: 'INVALID_REQUEST' });
    const steps = updateDocumentsMetadata(database, bulk, toChange(body.data));
    const { itemsChanged, documentIds: ids } = await runBulkChange(steps, page, context.dispatcher);
    const { namespaceId } = bulk.filter;
    const documents = await listDocuments(database, { namespaceId, tenantId, ids }, { size: ids.length });
    const { shown, info } = cutPage(documents, page, list);
    const pending = await countPendingMetadata(database, namespaceId);
    const presented = presentDocuments(shown, namespace, body.includeConfig, {
      origin,
      key,
      apiKeyId: actor.apiKeyId,
    });
    return {
      message: 'The metadata was updated',
      data: { itemsUpdated: itemsChanged, pendingVectorUpdates: pending, ...info, ...presented },
    };
  },
});

const deleteDocumentsBody = z
  .strictObject({ namespaceId, filterConfig, includeConfig, pagination })
  .meta({ examples: [{ namespaceId: 'quickstart', filterConfig: { metadata: { team: 'people' } } }] });

const { QUEUED_FOR_DELETION: deleteStatus } = DocumentStatus;

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
    documents: z.array(z.object({ id: z.string(), status: z.literal(deleteStatus) })).optional(),
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
    const documents = documentIds.slice(0, page.size).map((id) => ({ id, status: deleteStatus }));
    const data = { itemsDeleted: itemsChanged, ...(body.includeConfig.documents && { documents }) };
    return { message: 'The documents are being deleted', data };
  },
});
