export type Scalar = string | number | boolean | null;
export type Value = Scalar | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [name: string]: Value;
}

/** Texts in one line, where an array is written as one. */
const maxLineLength = 300;

export const isScalar = (value: Value): value is Scalar => value === null || typeof value !== 'object';

/** Whether a value fits into a line: a scalar, or a few of them. */
export function isSimple(value: Value): boolean {
  if (isScalar(value)) return true;
  return Array.isArray(value) && value.every(isScalar) && value.join(', ').length <= maxLineLength;
}

/** A simple value as people write it; null is nothing. */
export function showSimple(value: Value): string {
  if (Array.isArray(value)) return value.map(showSimple).join(', ');
  return value === null ? '' : String(value);
}
