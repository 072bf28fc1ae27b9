import type { MetadataCondition } from '@docfleet/metadata-filter';
import type { VectorQuery } from '../../provider.ts';
import { numberField, presenceToken, valueToken } from './filter-columns.ts';

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

function numberOf(field: string): string {
  const position = `CAST(array_position(number_fields, ${sqlString(numberField(field))}) AS BIGINT)`;
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
      return `coalesce(${numberOf(field)} ${comparisons[operator]} CAST('${value}' AS DOUBLE), false)`;
  }
}

/** The query's tenant and metadata conditions as a SQL condition; undefined when there are none. */
export function filterSql({ tenantId, filter = [] }: VectorQuery): string | undefined {
  const conditions = filter.map(conditionSql);
  if (tenantId !== undefined) conditions.unshift(`tenant_id = ${sqlString(tenantId)}`);
  return conditions.length === 0 ? undefined : conditions.map((sql) => `(${sql})`).join(' AND ');
}
