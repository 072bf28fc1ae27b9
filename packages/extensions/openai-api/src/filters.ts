import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const comparison = z.strictObject({
  type: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']),
  key: z
    .string()
    .min(1)
    .max(128)
    // As the name of a field it is left out without a word, and a filter without its only condition matches everything.
    .refine((key) => key !== '__proto__', { error: 'is no field of metadata' }),
  value: z.union([scalar, z.array(scalar).max(1_000)]),
});

const compoundOf = <Part extends z.ZodType>(part: Part) =>
  z.strictObject({ type: z.enum(['and', 'or']), filters: z.array(part).min(1).max(32) });

/** Conditions on attributes as OpenAI writes them, combined on two levels. */
export const attributeFilter = z.union([
  comparison,
  compoundOf(z.union([comparison, compoundOf(comparison)])),
]);

type Filter =
  | z.output<typeof comparison>
  | { readonly type: 'and' | 'or'; readonly filters: readonly Filter[] };

/** Translates it into a filter of metadata. */
export function toMetadataFilter(filter: Filter): Record<string, unknown> {
  if ('filters' in filter) return { [filter.type]: filter.filters.map(toMetadataFilter) };
  return { [filter.key]: { [`$${filter.type}`]: filter.value } };
}
