import { filterConfig } from '@docfleet/api/document-filter';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { metadata, metadataArrays, metadataKeys } from '@docfleet/api/metadata';
import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pagination } from '@docfleet/api/pagination';
import {
  countPendingMetadata,
  listDocuments,
  type MetadataChange,
  updateDocumentsMetadata,
} from '@docfleet/domain/document';
import { z } from 'zod';
import { oneOfFields } from '../../http/json-schema.ts';
import { route } from '../../http/route.ts';
import { runBulkChange, toBulkChange } from '../bulk.ts';
import { bulkQuery } from '../bulk-filter.ts';
import { documentResponse } from '../present-document.ts';
import { includeConfig, presentDocuments } from '../present-documents.ts';

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
  status: 200,
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
