import { metadataFilter } from '@docfleet/api/metadata-filter';
import { invalidInput, readWith } from '@docfleet/errors/issues';
import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const comparison = z.strictObject({
  type: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']),
  key: z
    .string()
    .min(1)
    .max(128)
    // `__proto__` as the name of a field would be dropped silently, and a filter without its only condition matches everything.
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

type AttributeFilter =
  | z.output<typeof comparison>
  | { readonly type: 'and' | 'or'; readonly filters: readonly AttributeFilter[] };

/** Translates conditions on attributes into a filter of metadata, which is not checked yet. */
export function toMetadataFilter(filter: AttributeFilter): Record<string, unknown> {
  if ('filters' in filter) return { [filter.type]: filter.filters.map(toMetadataFilter) };
  return { [filter.key]: { [`$${filter.type}`]: filter.value } };
}

/** Reads a filter of metadata; throws INVALID_REQUEST that names the parameter. */
export function readFilter(filter: Readonly<Record<string, unknown>>, param: string) {
  const read = readWith(metadataFilter, filter);
  if ('data' in read) return read.data;
  throw invalidInput(
    read.issues.map((issue) => ({ ...issue, path: param })),
    { default: 'INVALID_REQUEST' },
  );
}

/** Returns conditions on attributes as a filter of metadata; throws as `readFilter` does. */
export const readAttributeFilter = (filter: AttributeFilter) =>
  readFilter(toMetadataFilter(filter), 'filters');

/** Maximum that OpenAI's form allows. */
const maxAttributes = 16;

/** Schema of attributes: metadata with one value each. */
export const attributes = z.record(z.string(), scalar);

/** Returns the fields of metadata that attributes in OpenAI's form can have. */
export const attributesOf = (metadata: Readonly<Record<string, unknown>>): z.output<typeof attributes> =>
  Object.fromEntries(
    Object.entries(metadata)
      .flatMap(([name, value]) => {
        const read = scalar.safeParse(value);
        return read.success ? [[name, read.data] as const] : [];
      })
      .slice(0, maxAttributes),
  );
