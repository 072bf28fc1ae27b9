import { maxMetadataBytes } from '@docfleet/domain/document';
import { readWith } from '@docfleet/errors/issues';
import {
  countConditions,
  countListValues,
  type FilterScalar,
  instantOf,
  type MetadataCondition,
  type MetadataFilter,
} from '@docfleet/metadata-filter';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';

const maxKeyLength = 128;

const key = z
  .string()
  .min(1)
  .max(maxKeyLength, { error: `has a name longer than ${maxKeyLength} characters` })
  .regex(/^[^$]/, { error: 'has a name that is empty or begins with $' });

/** A number that is the one that was sent: JSON has no limit, but of integers beyond 2^53 several become the same. */
const exactNumber = z.number().refine((number) => !Number.isInteger(number) || Number.isSafeInteger(number), {
  error: `is an integer beyond ${Number.MAX_SAFE_INTEGER}, of which not all digits are kept: send it as a string`,
});

const value = z.union([z.string(), exactNumber, z.boolean(), z.array(z.string())], {
  error: 'must be a string, number, boolean or array of strings',
});

/** The customer's own fields of a document: flat. */
export const metadata = z
  .record(key, value, { error: 'must be an object' })
  .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= maxMetadataBytes, {
    error: `must not be larger than ${maxMetadataBytes} bytes`,
  })
  .meta({
    id: 'Metadata',
    description: 'Your own fields of the document: strings, numbers, booleans and arrays of strings',
    examples: [{ team: 'people', years: ['2025', '2026'] }],
  });

/** Names of fields. */
export const metadataKeys = z.array(key, { error: 'must be an array of names of fields' }).default([]);

/** Values by the name of an array that is to get or lose them. */
export const metadataArrays = z
  .record(key, z.array(z.string(), { error: 'must be an array of strings' }), { error: 'must be an object' })
  .default({});

const { filterConditions: maxConditions, filterValues: maxValues } = limits;
const tooMany = `must not have more than ${maxConditions} conditions`;
/** `or`, a place, `not` and so on: some five levels. */
const maxPathDepth = 10;
/** More filters within one have more conditions than are taken, or none: they are not read. */
const maxFilters = maxConditions * maxPathDepth;

const scalar = z.union([z.string(), exactNumber, z.boolean()], {
  error: 'must be a string, number or boolean',
});
/** Nulls in a list match nothing, and are no error. */
const anyOf = z
  .array(scalar.nullable())
  .max(maxValues)
  .transform((values): FilterScalar[] => values.filter((value) => value !== null));

const noComparable = 'must be a number, or a date such as 2026-01-31 or 2026-01-31T09:30:00+01:00';
const date = z.string().refine((text) => instantOf(text) !== undefined, { error: noComparable });
const comparable = z.union([z.number(), date], { error: noComparable });
const operatorNames = ['$eq', '$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte', '$exists'];

const operators = z.strictObject(
  {
    $eq: scalar.optional(),
    $ne: scalar.optional(),
    $in: anyOf.optional(),
    $nin: anyOf.optional(),
    $gt: comparable.optional(),
    $gte: comparable.optional(),
    $lt: comparable.optional(),
    $lte: comparable.optional(),
    $exists: z.boolean().optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has no operator ${(issue['keys'] as string[]).join(', ')}: there are ${operatorNames.join(', ')}`
        : 'must be a string, number, boolean, array of them or an object of operators',
  },
);

const condition = z.unknown().transform((given, context) => {
  const asOperators = Array.isArray(given)
    ? { $in: given }
    : given !== null && typeof given === 'object'
      ? given
      : { $eq: given };
  if (Object.keys(asOperators).length === 0) {
    context.issues.push({ code: 'custom', message: 'must have an operator', input: given });
    return z.NEVER;
  }
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

const field = z
  .string()
  .min(1, { error: 'must have a name' })
  .max(maxKeyLength, { error: `has a name longer than ${maxKeyLength} characters` });

const isComparison = (operator: string) => ['$gt', '$gte', '$lt', '$lte'].includes(operator);

/** A date is compared as the moment that it names. The schema above lets only values through that fit their operator. */
const conditionOf = (name: string, operator: string, value: unknown): MetadataCondition =>
  (isComparison(operator) && typeof value === 'string'
    ? { field: name, operator, value: instantOf(value), isInstant: true }
    : { field: name, operator, value }) as MetadataCondition;

/** `{ team: 'a', year: { $gte: 2020 }, tag: ['x', 'y'] }` as conditions that all must hold. */
const fields = z
  .record(field, condition, {
    error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : 'must be an object'),
  })
  .transform(
    (given): MetadataFilter =>
      Object.entries(given).flatMap(([name, conditions]) =>
        Object.entries(conditions).map(([operator, value]) => conditionOf(name, operator, value)),
      ),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** A field may be called `and`, `or` or `not` as well: it is one unless its value is made of filters. */
function isBoolean(name: string, value: unknown): boolean {
  if (name === 'and' || name === 'or') return isListOfObjects(value);
  return name === 'not' && isObject(value) && !Object.keys(value).some((key) => key.startsWith('$'));
}

const noField =
  'is no field: names of metadata do not begin with $; filters are combined by and, or and not, without $';

const noFilters = 'must not be empty: it has filters, or values of a field of this name';

/** Whether `and` or `or` combines nothing: read as a field without values it would match nothing, without a word. */
const isEmptyBoolean = ([name, value]: readonly [string, unknown]) =>
  (name === 'and' || name === 'or') && Array.isArray(value) && value.length === 0;

/** Names that begin as operators do, which no metadata has, and the other entries. As fields they would match nothing, without a word. */
function apartByName(entries: readonly (readonly [string, unknown])[]) {
  const isOperator = ([name]: readonly [string, unknown]) => name.startsWith('$');
  return [
    entries.filter(isOperator).map(([name]) => name),
    entries.filter((entry) => !isOperator(entry)),
  ] as const;
}

/** State of reading a filter: the issues found, and the number of filters so far. */
interface Reading {
  readonly issues: { readonly path: readonly PropertyKey[]; readonly message: string }[];
  filters: number;
}

/** Reads a filter with its `and`, `or` and `not`; adds what is invalid to the issues. */
function readFilter(given: unknown, path: readonly PropertyKey[], reading: Reading): MetadataFilter {
  const { issues } = reading;
  reading.filters += 1;
  if (reading.filters > maxFilters) {
    if (reading.filters === maxFilters + 1) issues.push({ path: [], message: tooMany });
    return [];
  }
  if (path.length > maxPathDepth) {
    issues.push({ path, message: 'must not be nested deeper' });
    return [];
  }
  const entries = isObject(given) ? Object.entries(given) : [];
  // Each field is a condition or more. Tens of thousands would be read for seconds before they are refused.
  if (entries.length > maxConditions) {
    issues.push({ path: [], message: tooMany });
    return [];
  }
  const [operators, fieldsAndBooleans] = apartByName(entries);
  issues.push(...operators.map((name) => ({ path: [...path, name], message: noField })));
  const empty = entries.filter(isEmptyBoolean);
  issues.push(...empty.map(([name]) => ({ path: [...path, name], message: noFilters })));
  const own = isObject(given)
    ? Object.fromEntries(fieldsAndBooleans.filter(([name, value]) => !isBoolean(name, value)))
    : given;
  const read = fields.safeParse(own);
  if (!read.success)
    issues.push(
      ...read.error.issues.map(({ path: inner, message }) => ({ path: [...path, ...inner], message })),
    );
  const clauses = entries.flatMap(([name, value]): MetadataFilter => {
    if (!isBoolean(name, value)) return [];
    if (name === 'not') return [{ not: readFilter(value, [...path, name], reading) }];
    const parts = (value as unknown[]).map((one, index) => readFilter(one, [...path, name, index], reading));
    return name === 'and' ? parts.flat() : [{ anyOf: parts }];
  });
  return [...(read.success ? read.data : []), ...clauses];
}

/** Conditions by field, combined by `and`, `or` and `not`. */
export const metadataFilter = z
  .record(z.string(), z.unknown(), { error: 'must be an object' })
  .transform((given, context): MetadataFilter => {
    const issues: Reading['issues'] = [];
    const filter = readFilter(given, [], { issues, filters: 0 });
    for (const { path, message } of issues)
      context.issues.push({ code: 'custom', message, path: [...path], input: given });
    return issues.length > 0 ? z.NEVER : filter;
  })
  .refine((filter) => countConditions(filter) <= maxConditions, {
    error: tooMany,
  })
  .refine((filter) => countListValues(filter) <= maxValues, {
    error: `must not have more than ${maxValues} values in all lists together`,
  })
  .meta({
    id: 'MetadataFilter',
    description:
      'Values by name: equality, an array for any of its values, or $eq $ne $in $nin $gt $gte $lt $lte $exists. Comparisons are of numbers with numbers, and of ISO dates with dates, whatever their offsets. Filters are combined by { "and": […] }, { "or": […] } and { "not": … }',
    examples: [
      { team: 'people', year: { $gte: 2024 }, due: { $lt: '2026-07-01' } },
      { or: [{ team: 'people' }, { not: { visibility: 'private' } }] },
    ],
  });
