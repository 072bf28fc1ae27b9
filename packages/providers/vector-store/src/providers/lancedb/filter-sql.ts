import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import { comparedField, presenceToken, valueToken } from '../../filter-columns.ts';
import type { Conditions } from '../../provider.ts';

/** A SQL string literal. DataFusion knows no escape but the doubled quote. */
export const sqlString = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A SQL condition that holds for these values of a column. */
export const sqlIn = (column: string, values: readonly string[]): string =>
  `${column} IN (${values.map(sqlString).join(', ')})`;

const comparisons = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

const hasToken = (token: string) => `array_has(filter_tokens, ${sqlString(token)})`;

function hasAnyToken(tokens: readonly string[]): string {
  if (tokens.length === 0) return 'false';
  return `array_has_any(filter_tokens, [${tokens.map(sqlString).join(', ')}])`;
}

function numberOf(name: string): string {
  const position = `CAST(array_position(number_fields, ${sqlString(name)}) AS BIGINT)`;
  return `array_element(number_values, ${position})`;
}

function conditionSql(condition: MetadataCondition): string {
  const { field, operator, value } = condition;
  switch (operator) {
    case '$eq':
      return hasToken(valueToken(field, value));
    case '$ne':
      return `NOT ${hasToken(valueToken(field, value))}`;
    case '$in':
      return hasAnyToken(value.map((one) => valueToken(field, one)));
    case '$nin':
      return `NOT ${hasAnyToken(value.map((one) => valueToken(field, one)))}`;
    case '$exists':
      return value ? hasToken(presenceToken(field)) : `NOT ${hasToken(presenceToken(field))}`;
    default:
      return `coalesce(${numberOf(comparedField(condition))} ${comparisons[operator]} CAST('${value}' AS DOUBLE), false)`;
  }
}

function clauseSql(clause: MetadataClause): string {
  if ('not' in clause) return `NOT (${allOfSql(clause.not)})`;
  if (!('anyOf' in clause)) return conditionSql(clause);
  return clause.anyOf.length === 0 ? 'false' : clause.anyOf.map((one) => `(${allOfSql(one)})`).join(' OR ');
}

/** SQL condition of a filter. No condition is ever NULL, so that a negated one holds for all other rows. */
const allOfSql = (filter: MetadataFilter): string =>
  filter.length === 0 ? 'true' : filter.map((clause) => `(${clauseSql(clause)})`).join(' AND ');

/** The query's tenant, documents and metadata conditions as a SQL condition; undefined when there are none. */
export function filterSql({ tenantId, documentIds, filter = [] }: Conditions): string | undefined {
  const conditions = filter.map(clauseSql);
  if (documentIds !== undefined)
    conditions.unshift(documentIds.length === 0 ? 'false' : sqlIn('document_id', documentIds));
  if (tenantId !== undefined) conditions.unshift(`tenant_id = ${sqlString(tenantId)}`);
  return conditions.length === 0 ? undefined : conditions.map((sql) => `(${sql})`).join(' AND ');
}
