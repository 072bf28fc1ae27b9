export type FilterScalar = string | number | boolean;

/** A condition on the order of numbers, or of dates. A value that is not of the condition's kind never meets it. */
export interface Comparison {
  readonly field: string;
  readonly operator: '$gt' | '$gte' | '$lt' | '$lte';
  readonly value: number;
  /** Whether texts with a date are compared, and `value` is a moment as `instantOf` returns it; otherwise numbers are compared. */
  readonly isInstant?: boolean;
}

/**
 * One condition on a field of the customer's metadata. A value matches an array that contains it.
 * `$ne` and `$nin` also match where the field is absent.
 */
export type MetadataCondition =
  | { readonly field: string; readonly operator: '$eq' | '$ne'; readonly value: FilterScalar }
  | { readonly field: string; readonly operator: '$in' | '$nin'; readonly value: readonly FilterScalar[] }
  | Comparison
  | { readonly field: string; readonly operator: '$exists'; readonly value: boolean };

/**
 * A date, or a date and a time as in RFC 3339, of the years 1 to 9999. Also read by PostgreSQL, which knows no names of groups: year to day, the time,
 * its offset.
 */
export const isoDatePattern =
  '^((?!0000)\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))(?:[T ]((?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d(?:\\.\\d{1,9})?|60))?)(Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)?)?$';
const isoDate = new RegExp(isoDatePattern);

/**
 * Parses an ISO date or time into milliseconds since 1970; undefined unless that date exists. A date alone is its midnight; a time
 * without an offset is UTC. A leap second is the first of the next minute, as PostgreSQL reads it, which refuses fractions of one.
 */
export function instantOf(text: string): number | undefined {
  const [, date, time = '00:00', offset = 'Z'] = isoDate.exec(text) ?? [];
  if (date === undefined) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // A day that its month lacks would be one of the next month.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(date.slice(8))) return undefined;
  const leap = /:60$/;
  const moment = Date.parse(`${date}T${time.replace(leap, ':59')}${offset}`);
  return leap.test(time) ? moment + 1_000 : moment;
}

/** A condition, one of several filters, or what a filter does not match. */
export type MetadataClause =
  | MetadataCondition
  | { readonly anyOf: readonly MetadataFilter[] }
  | { readonly not: MetadataFilter };

/** All clauses must hold. */
export type MetadataFilter = readonly MetadataClause[];

/** Returns the conditions of a filter at any depth. */
function conditionsOf(filter: MetadataFilter): MetadataCondition[] {
  return filter.flatMap((clause) => {
    if ('anyOf' in clause) return clause.anyOf.flatMap(conditionsOf);
    return 'not' in clause ? conditionsOf(clause.not) : [clause];
  });
}

/** Returns the fields that a filter names at any depth, each once. */
export const fieldsOf = (filter: MetadataFilter): string[] => [
  ...new Set(conditionsOf(filter).map(({ field }) => field)),
];

/**
 * Counts the conditions of a filter at any depth. Empty nested filters count as well: vector stores read it recursively, and tens
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
