/** A name such as `/Type`. */
export class Name {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** Points to an indirect object. */
export class Reference {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

/** An operator of a content stream, or a word of the file's structure like `obj` and `endobj`. */
export class Keyword {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export type Dictionary = ReadonlyMap<string, PdfObject>;

/** A dictionary with bytes behind it, as they lie in the file: filtered, and maybe encrypted. */
export interface PdfStream {
  readonly dictionary: Dictionary;
  readonly raw: Uint8Array;
}

/** Strings are held as one character for each byte. */
export type PdfObject =
  | null
  | boolean
  | number
  | string
  | Name
  | Reference
  | Keyword
  | readonly PdfObject[]
  | Dictionary
  | PdfStream;

export const isDictionary = (value: PdfObject | undefined): value is Dictionary => value instanceof Map;

export const isStream = (value: PdfObject | undefined): value is PdfStream =>
  typeof value === 'object' && value !== null && 'raw' in value;

export const isArray = (value: PdfObject | undefined): value is readonly PdfObject[] => Array.isArray(value);
