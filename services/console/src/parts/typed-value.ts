/** Types of metadata values. */
export const valueKinds = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'flag', label: 'True or false' },
  { value: 'list', label: 'List of texts' },
] as const;

/** Name of a type of metadata values. */
export type ValueKind = (typeof valueKinds)[number]['value'];

/** Metadata value in the form of the API. */
export type TypedValue = string | number | boolean | readonly string[];

/** Parses a value of a type, lists separated by commas; undefined if it is invalid. */
export function readTypedValue(kind: ValueKind, typed: string): TypedValue | undefined {
  const text = typed.trim();
  if (kind === 'text') return typed;
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (kind === 'number') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

/** Returns the error of an entered value; undefined for a valid one. */
export function valueFault(kind: ValueKind, typed: string): string | undefined {
  if (readTypedValue(kind, typed) !== undefined) return undefined;
  return kind === 'number' ? 'Not a number' : 'Type true or false';
}
