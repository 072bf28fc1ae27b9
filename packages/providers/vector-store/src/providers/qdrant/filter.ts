import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import type { Schemas } from '@qdrant/js-client-rest';
import { comparedField, presenceToken, valueToken } from '../../filter-columns.ts';
import type { Conditions } from '../../provider.ts';
import { inChunks } from '../../scores.ts';

type Condition = Schemas['Condition'];
export type Filter = Schemas['Filter'] & { must: Condition[] };

/** Holds for no point: an empty list of alternatives would hold for all. */
const nothing: Condition = { has_id: [] };

const isValue = (key: string, value: string): Condition => ({ key, match: { value } });

/** A condition that holds for any of these values, in lists of at most `max`, which is what strict mode allows one to have. */
function isAny(key: string, values: readonly string[], max: number): Condition {
  if (values.length === 0) return nothing;
  const lists = [...inChunks(values, max)].map((any): Condition => ({ key, match: { any } }));
  return lists.length === 1 ? (lists[0] as Condition) : { should: lists };
}

const not = (condition: Condition): Condition => ({ must_not: [condition] });
const bounds = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

function isWithin(name: string, range: Schemas['Range']): Condition {
  const must: Condition[] = [
    { key: 'field', match: { value: name } },
    { key: 'value', range },
  ];
  return { nested: { key: 'numbers', filter: { must } } };
}

function conditionOf(condition: MetadataCondition, max: number): Condition {
  const { field, operator, value } = condition;
  switch (operator) {
    case '$eq':
      return isValue('tokens', valueToken(field, value));
    case '$ne':
      return not(isValue('tokens', valueToken(field, value)));
    case '$in':
    case '$nin': {
      const tokens = value.map((one) => valueToken(field, one));
      const any = isAny('tokens', tokens, max);
      return operator === '$in' ? any : not(any);
    }
    case '$exists': {
      const present = isValue('tokens', presenceToken(field));
      return value ? present : not(present);
    }
    default:
      return isWithin(comparedField(condition), { [bounds[operator]]: value });
  }
}

function clauseOf(clause: MetadataClause, max: number): Condition {
  if ('not' in clause) return not({ must: conditionsOf(clause.not, max) });
  if (!('anyOf' in clause)) return conditionOf(clause, max);
  if (clause.anyOf.length === 0) return nothing;
  return { should: clause.anyOf.map((one) => ({ must: conditionsOf(one, max) })) };
}

const conditionsOf = (filter: MetadataFilter, max: number): Condition[] =>
  filter.map((clause) => clauseOf(clause, max));

/** A filter for all points of a place, which is a generation of a namespace. */
export const placeFilter = (place: string): Filter => ({ must: [isValue('place', place)] });

/** A filter for the points of a place that meet the conditions. `max` bounds the values of one condition. */
export function queryFilter(place: string, conditions: Conditions, max: number): Filter {
  const { tenantId, documentIds, filter = [] } = conditions;
  return {
    must: [
      isValue('place', place),
      ...(tenantId === undefined ? [] : [isValue('tenantId', tenantId)]),
      ...(documentIds === undefined ? [] : [isAny('documentId', documentIds, max)]),
      ...conditionsOf(filter, max),
    ],
  };
}
