import { type Database, DocumentStatus, Prisma } from '@docfleet/database';
import {
  type Comparison,
  isoDatePattern,
  type MetadataClause,
  type MetadataCondition,
  type MetadataFilter,
} from '@docfleet/metadata-filter';
import { isId } from '../database/identifier.ts';
import { type SourceFilter, sourceConditions } from './fields.ts';

/** Documents of which it is read whether they have a field: more would take longer than the search that found nothing. */
const maxDocuments = 20_000;

/** Fields of the metadata that no living document of the namespace, or of the tenant in it, has; none where there are too many documents to know. */
export async function findUnknownFields(
  database: Database,
  { namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string | undefined },
  fields: readonly string[],
): Promise<string[]> {
  const ofTenant = tenantId === undefined ? Prisma.empty : Prisma.sql`AND "tenantId" = ${tenantId}`;
  const rows = await database.$queryRaw<{ field: string }[]>`
    WITH known AS MATERIALIZED (
      SELECT metadata FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL ${ofTenant} LIMIT ${maxDocuments + 1})
    SELECT field FROM unnest(${fields}::text[]) AS field
    WHERE (SELECT count(*) FROM known) BETWEEN 1 AND ${maxDocuments}
      AND NOT EXISTS (SELECT 1 FROM known WHERE metadata ? field)`;
  return rows.map(({ field }) => field);
}

/** The filter of a list or a bulk operation. Fields are combined with AND, the values of one field with OR; unknown values match nothing. */
export interface DocumentFilter {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly externalIds?: readonly string[] | undefined;
  readonly connectionIds?: readonly string[] | undefined;
  readonly ingestJobRunIds?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly metadata?: MetadataFilter | undefined;
  readonly source?: SourceFilter | undefined;
  /** A part of the name, case-insensitive. */
  readonly namePart?: string | undefined;
}

const json = (value: unknown) => Prisma.sql`${JSON.stringify(value)}::jsonb`;

/** Containment, so that an index serves it: the field holds the value, or an array with the value in it. */
const contains = (field: string, value: unknown) =>
  Prisma.sql`(metadata @> ${json({ [field]: value })} OR metadata @> ${json({ [field]: [value] })})`;

/** Compares like `contains`, at half the cost, for conditions that no index serves. */
const holds = (field: string, value: unknown) =>
  Prisma.sql`coalesce((metadata -> ${field}::text) @> ${json(value)}, FALSE)`;

/**
 * Values that are compared one by one, by the index where it helps; more are looked up in a hash table for each document, whose plan costs
 * some milliseconds.
 */
const maxIndexed = 8;

/** Values as one parameter, however many they are. */
const jsonArray = (values: readonly unknown[]) =>
  Prisma.sql`${values.map((value) => JSON.stringify(value))}::text[]::jsonb[]`;

/**
 * Tests whether the field holds one of the values, or an array with one of them in it. The uncorrelated subqueries become hash tables, so
 * that the time for a document does not grow with the number of values.
 */
function isAny(field: string, values: readonly unknown[]): Prisma.Sql {
  const value = Prisma.sql`metadata -> ${field}::text`;
  const wanted = Prisma.sql`(SELECT unnest(${jsonArray(values)}))`;
  return Prisma.sql`coalesce(CASE WHEN jsonb_typeof(${value}) = 'array'
    THEN EXISTS (SELECT 1 FROM jsonb_array_elements(CASE WHEN jsonb_typeof(${value}) = 'array' THEN ${value} ELSE '[]' END) AS element
      WHERE element IN ${wanted})
    ELSE ${value} IN ${wanted} END, FALSE)`;
}

function containsAny(field: string, values: readonly unknown[]): Prisma.Sql {
  if (values.length > maxIndexed) return isAny(field, values);
  const forms = values.flatMap((value) => [{ [field]: value }, { [field]: [value] }]);
  return Prisma.sql`(metadata @> ANY(${jsonArray(forms)}))`;
}

const comparisons = {
  $gt: Prisma.raw('>'),
  $gte: Prisma.raw('>='),
  $lt: Prisma.raw('<'),
  $lte: Prisma.raw('<='),
} as const;

/** The moment that a field names, as `instantOf` reads it; NULL where it names none. The first day of a month is always there, and the cast of its time never fails. */
function instantSql(field: string): Prisma.Sql {
  const parts = Prisma.sql`regexp_match(CASE WHEN jsonb_typeof(metadata -> ${field}) = 'string' THEN metadata ->> ${field} END, ${isoDatePattern})`;
  return Prisma.sql`(SELECT date_trunc('milliseconds', moment) FROM (
      SELECT (left(part[1], 8) || '01 ' || coalesce(part[2], '00:00') || coalesce(part[3], 'Z'))::timestamptz
          + make_interval(hours => 24 * (right(part[1], 2)::int - 1)) AS moment,
        (left(part[1], 8) || '01')::date + right(part[1], 2)::int - 1 AS day, part[1] AS written
      FROM (SELECT ${parts} AS part) AS matched WHERE part IS NOT NULL) AS read
    WHERE to_char(day, 'YYYY-MM-DD') = written)`;
}

function compare({ field, operator, value, isInstant }: Comparison) {
  const comparison = comparisons[operator];
  if (isInstant)
    return Prisma.sql`coalesce(${instantSql(field)} ${comparison} to_timestamp(${value}::float8 / 1000), FALSE)`;
  return Prisma.sql`CASE WHEN jsonb_typeof(metadata -> ${field}) = 'number'
        THEN (metadata ->> ${field})::numeric ${comparison} ${value}::float8::numeric ELSE FALSE END`;
}

function metadataCondition(condition: MetadataCondition): Prisma.Sql {
  const { field, operator, value } = condition;
  switch (operator) {
    case '$eq':
      return contains(field, value);
    case '$ne':
      return Prisma.sql`NOT ${holds(field, value)}`;
    case '$in':
      return containsAny(field, value);
    case '$nin':
      return Prisma.sql`NOT ${containsAny(field, value)}`;
    case '$exists':
      return Prisma.sql`(metadata ? ${field}) = ${value}`;
    default:
      return compare(condition);
  }
}

function metadataClause(clause: MetadataClause): Prisma.Sql {
  if ('not' in clause) return Prisma.sql`NOT ${metadataHolds(clause.not)}`;
  if (!('anyOf' in clause)) return metadataCondition(clause);
  if (clause.anyOf.length === 0) return Prisma.sql`FALSE`;
  return Prisma.sql`(${Prisma.join(clause.anyOf.map(metadataHolds), ' OR ')})`;
}

/** A filter as a condition on the column `metadata`; it is never NULL. */
export const metadataHolds = (filter: MetadataFilter): Prisma.Sql =>
  filter.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(filter.map(metadataClause), ' AND ')})`;

/** SQL conditions on the attributes by which documents are counted, for `documents` or `document_counts`; unknown values match nothing. */
export function kindConditions({
  namespaceId,
  tenantId,
  types,
  sources,
  statuses,
}: DocumentFilter): Prisma.Sql[] {
  const isSet = (condition: Prisma.Sql, wanted: boolean) => (wanted ? [condition] : []);
  return [
    Prisma.sql`"namespaceId" = ${namespaceId}::uuid`,
    ...isSet(Prisma.sql`"tenantId" = ${tenantId}`, tenantId !== undefined),
    ...isSet(Prisma.sql`"documentType" = ANY(${types ?? []}::text[])`, types !== undefined),
    ...isSet(Prisma.sql`"ingestionSource" = ANY(${sources ?? []}::text[])`, sources !== undefined),
    ...isSet(
      Prisma.sql`status = ANY(${knownStatuses(statuses ?? [])}::"DocumentStatus"[])`,
      statuses !== undefined,
    ),
  ];
}

/** Returns the values that are statuses, without duplicates. */
export const knownStatuses = (values: readonly string[]): DocumentStatus[] => [
  ...new Set(values.filter((value): value is DocumentStatus => Object.hasOwn(DocumentStatus, value))),
];

/**
 * No index serves a part of a name, as PostgreSQL needs an extension for one: such a list is read within bounds, as those by metadata are.
 * `documents_name_idx` is of the beginning of names, which 0.3.0 looked for; the version after 0.4.0 can drop it.
 */
const nameCondition = (part: string) => Prisma.sql`position(lower(${part}) IN lower(name)) > 0`;

/** The filter as a condition on `documents`, which sees living documents only. */
export function documentCondition(filter: DocumentFilter): Prisma.Sql {
  const ids = (values: readonly string[] | undefined) => values?.filter(isId);
  const idCondition = (column: Prisma.Sql, values: readonly string[] | undefined) =>
    values ? [Prisma.sql`${column} = ANY(${values}::uuid[])`] : [];
  const conditions = [
    ...kindConditions(filter),
    Prisma.sql`"liveKey" IS NOT NULL`,
    ...idCondition(Prisma.sql`id`, ids(filter.ids)),
    ...idCondition(Prisma.sql`"connectionId"`, ids(filter.connectionIds)),
    ...idCondition(Prisma.sql`"ingestJobRunId"`, ids(filter.ingestJobRunIds)),
    ...(filter.externalIds ? [Prisma.sql`"externalId" = ANY(${filter.externalIds}::text[])`] : []),
    ...(filter.namePart ? [nameCondition(filter.namePart)] : []),
    ...sourceConditions(filter.source ?? {}),
    ...(filter.metadata ?? []).map(metadataClause),
  ];
  return Prisma.join(conditions, ' AND ');
}
