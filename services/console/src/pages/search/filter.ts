import type { MetadataFilter } from '@docfleet/sdk';

/** Conditions that a metadata field can be compared by. */
export const conditions = [
  { value: 'is', label: 'is' },
  { value: 'number', label: 'equals the number' },
  { value: 'not', label: 'is not' },
  { value: 'in', label: 'is one of' },
  { value: 'gte', label: 'is at least' },
  { value: 'lte', label: 'is at most' },
  { value: 'true', label: 'is true' },
  { value: 'false', label: 'is false' },
  { value: 'exists', label: 'exists' },
  { value: 'json', label: 'JSON' },
] as const;

type Condition = (typeof conditions)[number]['value'];

/** Condition as it was typed. */
export interface FilterRow {
  readonly name: string;
  readonly condition: Condition;
  readonly text: string;
}

/** Returns whether a condition is complete without a value. */
export const needsNoValue = (condition: string): boolean => ['true', 'false', 'exists'].includes(condition);

/** Parses a JSON object; undefined for an empty one and for anything else. */
export function readFilter(text: string): MetadataFilter | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).length > 0 ? (value as MetadataFilter) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numberIn = (text: string) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;

const listIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Returns the operand of a condition in the form of the API; undefined while the condition is incomplete. */
function operandOf({ condition, text }: FilterRow): unknown {
  const atLeast = numberIn(text);
  switch (condition) {
    case 'is':
      return text === '' ? undefined : text;
    case 'number':
      return atLeast;
    case 'not':
      return text === '' ? undefined : { $ne: text };
    case 'in':
      return listIn(text).length > 0 ? { $in: listIn(text) } : undefined;
    case 'gte':
    case 'lte':
      return atLeast === undefined ? undefined : { [`$${condition}`]: atLeast };
    case 'exists':
      return { $exists: true };
    case 'json':
      return parse(text);
    default:
      return condition === 'true';
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the complete conditions as a filter of the API; undefined without any. Several conditions on one field are combined. */
export function filterOf(rows: readonly FilterRow[]): MetadataFilter | undefined {
  const filter: Record<string, unknown> = {};
  for (const row of rows) {
    const value = operandOf(row);
    const name = row.name.trim();
    if (name === '' || value === undefined) continue;
    const before = Object.hasOwn(filter, name) ? filter[name] : undefined;
    const both = isObject(before) && isObject(value) ? { ...before, ...value } : value;
    // A field can have the name __proto__.
    Object.defineProperty(filter, name, {
      value: both,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return Object.keys(filter).length > 0 ? filter : undefined;
}

function rowOf(name: string, value: unknown): FilterRow {
  if (typeof value === 'string') return { name, condition: 'is', text: value };
  if (typeof value === 'number') return { name, condition: 'number', text: String(value) };
  if (typeof value === 'boolean') return { name, condition: value ? 'true' : 'false', text: '' };
  return { name, condition: 'json', text: JSON.stringify(value) };
}

function rowOfOperator(name: string, operator: string, value: unknown): FilterRow {
  if (operator === '$ne' && typeof value === 'string') return { name, condition: 'not', text: value };
  if (operator === '$gte' && typeof value === 'number')
    return { name, condition: 'gte', text: String(value) };
  if (operator === '$lte' && typeof value === 'number')
    return { name, condition: 'lte', text: String(value) };
  if (operator === '$exists' && value === true) return { name, condition: 'exists', text: '' };
  if (operator === '$in' && Array.isArray(value)) return { name, condition: 'in', text: value.join(', ') };
  return { name, condition: 'json', text: JSON.stringify({ [operator]: value }) };
}

/** Returns the rows of a filter: the inverse of `filterOf`. */
export const rowsOf = (filter: MetadataFilter | undefined): FilterRow[] =>
  Object.entries(filter ?? {}).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([operator, operand]) => rowOfOperator(name, operator, operand))
      : [rowOf(name, value)],
  );
