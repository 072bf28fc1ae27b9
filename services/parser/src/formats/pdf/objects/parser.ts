import {
  ARRAY_CLOSE,
  ARRAY_OPEN,
  DICTIONARY_CLOSE,
  DICTIONARY_OPEN,
  END,
  Lexer,
  type Token,
} from './lexer.ts';
import { Keyword, Name, type PdfObject, Reference } from './types.ts';

/** Deeper nesting is no document, but an attack. */
const deepest = 100;

/** Reads whole objects: arrays, dictionaries, references. */
export class Parser {
  readonly lexer: Lexer;
  readonly #hasReferences: boolean;

  /** Content streams hold no references, and are read faster without looking for them. */
  constructor(bytes: Uint8Array, position = 0, hasReferences = true) {
    this.lexer = new Lexer(bytes, position);
    this.#hasReferences = hasReferences;
  }

  /** The next object; a keyword where one stands, undefined at the end. */
  read(depth = 0): PdfObject | undefined {
    const token = this.lexer.next();
    if (token === END) return undefined;
    return this.#complete(token, depth);
  }

  #complete(token: Exclude<Token, typeof END>, depth: number): PdfObject {
    if (typeof token === 'number')
      return this.#hasReferences && Number.isInteger(token) && token >= 0
        ? this.#readReference(token)
        : token;
    if (typeof token !== 'symbol') return token;
    if (depth > deepest) return null;
    if (token === ARRAY_OPEN) return this.#readArray(depth + 1);
    if (token === DICTIONARY_OPEN) return this.#readDictionary(depth + 1);
    // A bracket that closes nothing.
    return null;
  }

  /** `12 0 R` is a reference, `12 0` are two numbers: three tokens tell. */
  #readReference(number: number): PdfObject {
    const { lexer } = this;
    const { position } = lexer;
    const generation = lexer.next();
    if (typeof generation === 'number' && Number.isInteger(generation)) {
      const word = lexer.next();
      if (word instanceof Keyword && word.value === 'R') return new Reference(number, generation);
    }
    lexer.position = position;
    return number;
  }

  #readArray(depth: number): PdfObject {
    const items: PdfObject[] = [];
    for (;;) {
      const token = this.lexer.next();
      if (token === END || token === ARRAY_CLOSE) return items;
      // A word of the file's structure: the array was never closed.
      if (token instanceof Keyword && /^(?:endobj|stream|obj)$/.test(token.value)) return items;
      items.push(this.#complete(token, depth));
    }
  }

  #readDictionary(depth: number): PdfObject {
    const entries = new Map<string, PdfObject>();
    for (;;) {
      const key = this.lexer.next();
      if (key === END || key === DICTIONARY_CLOSE) return entries;
      if (key instanceof Keyword && /^(?:endobj|stream|obj)$/.test(key.value)) {
        this.lexer.position -= key.value.length;
        return entries;
      }
      if (!(key instanceof Name)) continue;
      const token = this.lexer.next();
      if (token === END || token === DICTIONARY_CLOSE) return entries;
      entries.set(key.value, this.#complete(token, depth));
    }
  }
}
