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

/** The conditions of a filter, at whatever depth. */
function conditionsOf(filter: MetadataFilter): MetadataCondition[] {
  return filter.flatMap((clause) => {
    if ('anyOf' in clause) return clause.anyOf.flatMap(conditionsOf);
    return 'not' in clause ? conditionsOf(clause.not) : [clause];
  });
}

/**
 * How many conditions a filter has, at whatever depth. One that is nested and empty counts as well: vector stores read it recursively, and tens
 * of thousands of them overflow the stack of LanceDB, which ends the process.
 */
export const countConditions = (filter: MetadataFilter): number =>
  filter.reduce((sum, clause) => {
    const nested = 'anyOf' in clause ? clause.anyOf : 'not' in clause ? [clause.not] : undefined;
    if (!nested) return sum + 1;
    return sum + nested.reduce((inner, part) => inner + Math.max(1, countConditions(part)), 0);
  }, 0);

/** Values of all lists of a filter together; a condition with a single value counts by itself. */
export const countListValues = (filter: MetadataFilter): number =>
  conditionsOf(filter).reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);
