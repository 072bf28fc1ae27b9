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
  value: z.union([scalar, z.array(scalar).max(1_000)], {
    error: 'must be a string, number or boolean, or a list of them with in and nin',
  }),
});

const compoundOf = <Part extends z.ZodType>(part: Part) =>
  z.strictObject({ type: z.enum(['and', 'or']), filters: z.array(part).min(1).max(32) });

/** Conditions on attributes as OpenAI writes them, combined on two levels. */
export const attributeFilter = z.discriminatedUnion('type', [
  comparison,
  compoundOf(z.discriminatedUnion('type', [comparison, compoundOf(comparison)])),
]);

type AttributeFilter =
  | z.output<typeof comparison>
  | { readonly type: 'and' | 'or'; readonly filters: readonly AttributeFilter[] };

/** Translates conditions on attributes into a filter of metadata, which is not checked yet. */
export function toMetadataFilter(filter: AttributeFilter): Record<string, unknown> {
  if ('filters' in filter) return { [filter.type]: filter.filters.map(toMetadataFilter) };
  return { [filter.key]: { [`$${filter.type}`]: filter.value } };
}

const weight = z.number().min(0).max(1_000);

/** Options of a search as OpenAI has them; others, such as rankers, are ignored. */
export const rankingOptions = z
  .looseObject({
    score_threshold: z.number().min(0).max(1).nullish(),
    hybrid_search: z
      .looseObject({ embedding_weight: weight, text_weight: weight })
      .refine(({ embedding_weight, text_weight }) => embedding_weight + text_weight > 0, {
        error: 'must have a weight above 0',
      })
      .nullish()
      .describe('How much meaning and words count, in proportion'),
  })
  .nullish();

/** Returns the weights that a request names, which add up to 1; undefined where it names none. */
export function weightsOf(options: z.output<typeof rankingOptions>) {
  const { embedding_weight: meaning, text_weight: words } = options?.hybrid_search ?? {};
  if (meaning === undefined || words === undefined) return undefined;
  const semanticWeight = meaning / (meaning + words);
  return { semanticWeight, keywordWeight: 1 - semanticWeight };
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
