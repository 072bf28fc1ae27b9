import type { DocumentFilter } from '@docfleet/domain/document';
import { z } from 'zod';
import { sourceFilter, toSourceFilter } from './document-fields.ts';
import { metadataFilter } from './metadata-filter.ts';
import { documentStatus, documentType, filterEnum, filterValues, ingestionSource } from './shared-fields.ts';

/** Selection of documents. Fields combine with AND, the values of one with OR. */
export const filterConfig = z
  .strictObject({
    documentIds: filterValues('Any of these ids'),
    documentExternalIds: filterValues('Any of these external ids'),
    documentConnectionIds: filterValues('Any of these connections'),
    documentIngestJobRunIds: filterValues('Documents whose latest ingest job run is any of these'),
    documentTypes: filterEnum(documentType),
    documentIngestionSources: filterEnum(ingestionSource),
    documentIngestionStatuses: filterEnum(documentStatus),
    metadata: metadataFilter.optional(),
    source: sourceFilter.optional(),
  })
  .meta({ id: 'DocumentFilter', description: 'All fields must hold; of the values of one field, any' });

/** The filter in the domain's terms. */
export function toDocumentFilter(
  given: z.output<typeof filterConfig>,
  scope: { namespaceId: string; tenantId: string | undefined },
): DocumentFilter {
  return {
    ...scope,
    ids: given.documentIds,
    externalIds: given.documentExternalIds,
    connectionIds: given.documentConnectionIds,
    ingestJobRunIds: given.documentIngestJobRunIds,
    types: given.documentTypes,
    sources: given.documentIngestionSources,
    statuses: given.documentIngestionStatuses,
    metadata: given.metadata,
    source: toSourceFilter(given.source),
  };
}
