export type FilterScalar = string | number | boolean;

/**
 * One condition on a field of the customer's metadata. A value matches an array that contains it.
 * `$ne` and `$nin` also match where the field is absent.
 */
export type MetadataCondition =
  | { readonly field: string; readonly operator: '$eq' | '$ne'; readonly value: FilterScalar }
  | { readonly field: string; readonly operator: '$in' | '$nin'; readonly value: readonly FilterScalar[] }
  | { readonly field: string; readonly operator: '$gt' | '$gte' | '$lt' | '$lte'; readonly value: number }
  | { readonly field: string; readonly operator: '$exists'; readonly value: boolean };

/** A condition, one of several filters, or what a filter does not match. */
export type MetadataClause =
  | MetadataCondition
  | { readonly anyOf: readonly MetadataFilter[] }
  | { readonly not: MetadataFilter };

/** All clauses must hold. */
export type MetadataFilter = readonly MetadataClause[];

/** How many conditions a filter has, at whatever depth. */
export const countConditions = (filter: MetadataFilter): number =>
  filter.reduce((sum, clause) => {
    if ('anyOf' in clause) return sum + clause.anyOf.reduce((inner, one) => inner + countConditions(one), 0);
    return sum + ('not' in clause ? countConditions(clause.not) : 1);
  }, 0);
