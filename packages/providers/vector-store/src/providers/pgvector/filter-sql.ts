import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import { comparedField, presenceToken, valueToken } from '../../filter-columns.ts';
import type { Conditions } from '../../provider.ts';
import { indexedToken } from './values.ts';

/** Values of a statement, and how each is named in it. */
export interface Parameters {
  readonly values: unknown[];
  /** Adds a value and returns its name in the statement. */
  add(value: unknown, type: string): string;
}

export function createParameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value, type) => `$${values.push(value)}::${type}` };
}

/** The first of a row's tokens. No field of the metadata can have such a one, as they are lists. */
export const tenantToken = (tenantId: string | null): string => indexedToken(JSON.stringify(tenantId));

const comparisons = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** The value of a field, which may have an index: with a function around it PostgreSQL would not use that. NULL where a row has none. */
export const numberOf = (field: string): string => `number_values[array_position(number_fields, ${field})]`;

function conditionSql(condition: MetadataCondition, { add }: Parameters): string {
  const { field, operator, value } = condition;
  const hasAny = (...tokens: string[]) => `tokens && ${add(tokens.map(indexedToken), 'text[]')}`;
  switch (operator) {
    case '$eq':
      return hasAny(valueToken(field, value));
    case '$ne':
      return `NOT ${hasAny(valueToken(field, value))}`;
    case '$in':
      return hasAny(...value.map((one) => valueToken(field, one)));
    case '$nin':
      return `NOT ${hasAny(...value.map((one) => valueToken(field, one)))}`;
    case '$exists':
      return `${value ? '' : 'NOT '}${hasAny(presenceToken(field))}`;
    default: {
      const field = add(comparedField(condition), 'text');
      return `${numberOf(field)} ${comparisons[operator]} ${add(value, 'float8')}`;
    }
  }
}

function clauseSql(clause: MetadataClause, parameters: Parameters): string {
  if ('not' in clause) return `NOT coalesce(${allOfSql(clause.not, parameters)}, false)`;
  if (!('anyOf' in clause)) return conditionSql(clause, parameters);
  if (clause.anyOf.length === 0) return 'false';
  return clause.anyOf.map((one) => `(${allOfSql(one, parameters)})`).join(' OR ');
}

/** SQL condition of a filter. It is NULL, which counts as false, where a row lacks a number that is compared. */
const allOfSql = (filter: MetadataFilter, parameters: Parameters): string =>
  filter.length === 0 ? 'true' : filter.map((clause) => `(${clauseSql(clause, parameters)})`).join(' AND ');

/** Returns the SQL conditions of a search's tenant, documents and metadata; none where every row is searched. */
export function conditionsSql(
  { tenantId, documentIds, filter = [] }: Conditions,
  parameters: Parameters,
): string[] {
  const conditions = filter.map((clause) => `(${clauseSql(clause, parameters)})`);
  if (documentIds !== undefined)
    conditions.unshift(`document_id = ANY(${parameters.add(documentIds, 'text[]')})`);
  if (tenantId !== undefined)
    conditions.unshift(`tokens && ${parameters.add([tenantToken(tenantId)], 'text[]')}`);
  return conditions;
}
