import type { FilterScalar, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { readWith } from '../http/issues.ts';

const { filterConditions: maxConditions, filterValues: maxValues } = limits;

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'must be a string, number or boolean',
});
/** Nulls in a list match nothing, and are no error. */
const anyOf = z
  .array(scalar.nullable())
  .max(maxValues)
  .transform((values): FilterScalar[] => values.filter((value) => value !== null));

const operators = z
  .strictObject(
    {
      $eq: scalar.optional(),
      $ne: scalar.optional(),
      $in: anyOf.optional(),
      $nin: anyOf.optional(),
      $gt: z.number().optional(),
      $gte: z.number().optional(),
      $lt: z.number().optional(),
      $lte: z.number().optional(),
      $exists: z.boolean().optional(),
    },
    { error: 'must be a string, number, boolean, array of them or an object of operators' },
  )
  .refine((given) => Object.keys(given).length > 0, { error: 'must have an operator' });

const condition = z.unknown().transform((given, context) => {
  const asOperators = Array.isArray(given)
    ? { $in: given }
    : given !== null && typeof given === 'object'
      ? given
      : { $eq: given };
  const read = readWith(operators, asOperators);
  if ('data' in read) return read.data;
  const issues = read.issues.map(({ path, message }) => ({ steps: path.split('.'), message }));
  for (const { steps, message } of issues) {
    // The operator of a shorthand is ours: its caller knows the value alone.
    const path = (asOperators === given ? steps : steps.slice(1)).filter((step) => step !== '');
    context.issues.push({ code: 'custom', message, path, input: given });
  }
  return z.NEVER;
});

/** Values of all lists together; a condition with a single value counts by itself. */
const valuesOf = (conditions: MetadataFilter): number =>
  conditions.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);

/** `{ team: 'a', year: { $gte: 2020 }, tag: ['x', 'y'] }` as conditions that all must hold. */
export const metadataFilter = z
  .record(z.string().min(1).max(128), condition, { error: 'must be an object' })
  .transform(
    (fields): MetadataFilter =>
      Object.entries(fields).flatMap(([field, given]) =>
        // The schema above lets only values through that fit their operator.
        Object.entries(given).map(([operator, value]) => ({ field, operator, value }) as MetadataCondition),
      ),
  )
  .refine((conditions) => conditions.length <= maxConditions, {
    error: `must not have more than ${maxConditions} conditions`,
  })
  .refine((conditions) => valuesOf(conditions) <= maxValues, {
    error: `must not have more than ${maxValues} values in all lists together`,
  })
  .meta({
    id: 'MetadataFilter',
    description:
      'Values by name: equality, an array for any of its values, or $eq $ne $in $nin $gt $gte $lt $lte $exists',
    examples: [{ team: 'people', year: { $gte: 2024 } }],
  });
