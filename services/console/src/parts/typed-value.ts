/** The types of metadata values. */
export const valueKinds = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'flag', label: 'True or false' },
  { value: 'list', label: 'List of texts' },
] as const;

/** A type of metadata value. */
export type ValueKind = (typeof valueKinds)[number]['value'];

/** A value as the API has it. */
export type TypedValue = string | number | boolean | readonly string[];

/** Reads a value of a type, lists separated by commas; undefined when it is invalid. */
export function readTypedValue(kind: ValueKind, typed: string): TypedValue | undefined {
  const text = typed.trim();
  if (kind === 'text') return typed;
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (kind === 'number') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

/** The error of a value that was entered. */
export function valueFault(kind: ValueKind, typed: string): string | undefined {
  if (readTypedValue(kind, typed) !== undefined) return undefined;
  return kind === 'number' ? 'Not a number' : 'Type true or false';
}
