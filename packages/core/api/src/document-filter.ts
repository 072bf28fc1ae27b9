import type { DocumentFilter, SourceFilter } from '@docfleet/domain/document';
import { z } from 'zod';
import { metadataFilter } from './metadata-filter.ts';
import { documentStatus, documentType, filterEnum, filterValues, ingestionSource } from './shared-fields.ts';

/** Bounds of a date in PostgreSQL: for it there is no year 0, in which some time zones have the first hours of the year 1. */
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= first && Date.parse(text) <= last, {
    error: 'must lie between the years 1 and 9999',
  });

/** Conditions on documents at their source. */
export const sourceFilter = z
  .strictObject({
    urlPrefix: z.string().min(1).max(2_000).optional().describe('How the address at the source begins'),
    modifiedAfter: moment.optional().describe('Changed at the source at this moment or later'),
    modifiedBefore: moment.optional().describe('Changed at the source before this moment'),
  })
  .meta({
    id: 'SourceFilter',
    description: 'Documents whose source reports no address or no time do not match a field about it',
    examples: [
      { urlPrefix: 'https://acme.atlassian.net/wiki/spaces/ENG/', modifiedAfter: '2026-01-01T00:00:00Z' },
    ],
  });

/** The filter of sources in the domain's terms. */
export function toSourceFilter(given: z.output<typeof sourceFilter> | undefined): SourceFilter | undefined {
  if (!given) return undefined;
  const { urlPrefix, modifiedAfter, modifiedBefore } = given;
  const at = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
  // One that asks for nothing is none.
  if (urlPrefix === undefined && modifiedAfter === undefined && modifiedBefore === undefined)
    return undefined;
  return { urlPrefix, modifiedAfter: at(modifiedAfter), modifiedBefore: at(modifiedBefore) };
}

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
