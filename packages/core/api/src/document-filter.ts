import {
  type DocumentFilter,
  documentFields,
  type FieldName,
  type SourceColumns,
  type SourceFilter,
  sourceFilters,
} from '@docfleet/domain/document';
import { z } from 'zod';
import { metadataFilter } from './metadata-filter.ts';
import {
  documentStatus,
  documentType,
  filterEnum,
  filterValues,
  ingestionSource,
  timestamp,
  toTimestamp,
} from './shared-fields.ts';

/** Bounds of a date that PostgreSQL reads: for it there is no year 0, in which some time zones have the first hours of the year 1. */
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be a date such as 2026-01-31, or a time such as 2026-01-31T09:30:00+01:00',
  })
  .refine((text) => Date.parse(text) >= first && Date.parse(text) <= last, {
    error: 'must lie between the years 1 and 9999',
  });

const filterText = z.string().min(1).max(2_000);

type FilterShape = Record<keyof SourceFilter, z.ZodOptional<z.ZodType<string>>>;

/** Conditions on the fields that documents have from their source, and on when they were accepted. */
export const sourceFilter = z
  .strictObject(
    Object.fromEntries(
      sourceFilters.map(({ name, label, type, description }) => {
        const value: z.ZodType<string> = type === 'time' ? moment : filterText;
        return [name, value.optional().meta({ title: label, description })];
      }),
    ) as FilterShape,
  )
  .meta({
    id: 'SourceFilter',
    description:
      'Documents whose source does not report a field do not match a condition on it; all have the moment at which they were accepted. Moments are compared, whatever their time zones; a date alone is its first moment in UTC',
    examples: [
      Object.fromEntries(
        sourceFilters.flatMap(({ name, examples: [example] }) => (example ? [[name, example]] : [])),
      ),
    ],
  });

/** The filter in the domain's terms; undefined for one without conditions. */
export function toSourceFilter(given: z.output<typeof sourceFilter> = {}): SourceFilter | undefined {
  const conditions = sourceFilters.flatMap(({ name, type }) => {
    const value = given[name];
    return value === undefined ? [] : [[name, type === 'time' ? new Date(value) : value]];
  });
  return conditions.length === 0 ? undefined : Object.fromEntries(conditions);
}

const fields = Object.entries(documentFields) as [FieldName, (typeof documentFields)[FieldName]][];

/** The fields in a response. */
export const sourceShape = Object.fromEntries(
  fields.map(([name, { type, description, examples }]) => [
    name,
    (type === 'time' ? timestamp : z.string())
      .nullable()
      .describe(description)
      .meta(examples.length > 0 ? { examples: [...examples] } : {}),
  ]),
) as {
  [Name in FieldName]: z.ZodNullable<
    (typeof documentFields)[Name]['type'] extends 'time' ? typeof timestamp : z.ZodString
  >;
};

type SourceResponse = z.input<z.ZodObject<typeof sourceShape>>;

/** Values of the fields for a response. */
export const presentSource = (row: SourceColumns): SourceResponse =>
  Object.fromEntries(
    fields.map(([name, { column }]) => {
      const value = row[column];
      return [name, value instanceof Date ? toTimestamp(value) : value];
    }),
  ) as SourceResponse;

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
