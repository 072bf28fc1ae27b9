import { type Comparison, type FilterScalar, instantOf } from '@docfleet/metadata-filter';
import type { VectorRecord } from './provider.ts';

/** Returns the token of a field with a value in `filter_tokens`. JSON distinguishes "1" from 1 and leaves no control character. */
export const valueToken = (field: string, value: FilterScalar): string => JSON.stringify([field, value]);

/** Returns the token of a field's presence in `filter_tokens`. */
export const presenceToken = (field: string): string => JSON.stringify([field]);

/** Returns a field's name in `number_fields`: as a list where its value is a date, and the number its moment. */
const numberField = (field: string, isInstant: boolean): string =>
  JSON.stringify(isInstant ? [field] : field);

/** The name in `number_fields` of what a comparison is about. */
export const comparedField = ({ field, isInstant = false }: Comparison): string =>
  numberField(field, isInstant);

export interface FilterColumns {
  /** A token for each field, and for each of its values. */
  readonly tokens: string[];
  /** The fields that hold a number or a date, and the numbers or moments in the same order. */
  readonly numberFields: string[];
  readonly numberValues: number[];
}

/** Returns the columns by which the database filters a record's metadata. */
export function filterColumns(metadata: VectorRecord['metadata']): FilterColumns {
  const tokens: string[] = [];
  const numbers: [string, number][] = [];
  for (const [field, value] of Object.entries(metadata)) {
    const values = Array.isArray(value) ? (value as readonly string[]) : [value as FilterScalar];
    tokens.push(presenceToken(field), ...values.map((one) => valueToken(field, one)));
    const instant = typeof value === 'string' ? instantOf(value) : undefined;
    if (typeof value === 'number') numbers.push([numberField(field, false), value]);
    if (instant !== undefined) numbers.push([numberField(field, true), instant]);
  }
  return {
    tokens,
    numberFields: numbers.map(([field]) => field),
    numberValues: numbers.map(([, value]) => value),
  };
}
