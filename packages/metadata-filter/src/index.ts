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

/** All conditions must hold. */
export type MetadataFilter = readonly MetadataCondition[];
