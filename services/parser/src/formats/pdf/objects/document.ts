import { AppError } from '@docfleet/errors';
import { type CrossReferences, readCrossReferences } from './cross-references.ts';
import { createDecryptor, type Decryptor } from './decryption.ts';
import { applyFilters } from './filters.ts';
import { Parser } from './parser.ts';
import { rebuildCrossReferences } from './repair.ts';
import {
  type Dictionary,
  isDictionary,
  isStream,
  Keyword,
  Name,
  type PdfObject,
  type PdfStream,
  Reference,
} from './types.ts';

/** The objects of a PDF. */
export interface PdfDocument {
  readonly catalog: Dictionary;
  /** What a reference points to, in the end; null where there is nothing. */
  resolve(value: PdfObject | undefined): PdfObject;
  /** A stream's bytes with its filters undone; undefined where one of them is for pictures or unknown. */
  readStream(stream: PdfStream): Uint8Array | undefined;
}

const maxHops = 32;
/** Objects that are kept once read; pages come and go, fonts stay. */
const maxCached = 20_000;
const maxContainersCached = 50;

interface IndirectObject {
  readonly object: PdfObject;
  /** Where the object begins that it was read from, for its own key. */
  readonly number: number;
  readonly generation: number;
}

function findStreamEnd(bytes: Uint8Array, start: number, length: number | undefined): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    const after = buffer.subarray(start + length, start + length + 32).toString('latin1');
    if (/^\s*endstream/.test(after)) return start + length;
  }
  const found = buffer.indexOf('endstream', start);
  return found === -1 ? bytes.length : found;
}

/** After `stream` comes one end of line, then the bytes. */
function streamStart(bytes: Uint8Array, position: number): number {
  if (bytes[position] === 0x0d) return bytes[position + 1] === 0x0a ? position + 2 : position + 1;
  return bytes[position] === 0x0a ? position + 1 : position;
}

class Reader implements PdfDocument {
  readonly #bytes: Uint8Array;
  readonly #cache = new Map<number, PdfObject>();
  readonly #containers = new Map<number, Map<number, PdfObject>>();
  readonly #streamKeys = new WeakMap<PdfStream, { number: number; generation: number }>();
  readonly #reading = new Set<number>();
  #references: CrossReferences = { locations: new Map(), trailer: new Map() };
  #decryptor: Decryptor | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  open(): void {
    const readAt = (offset: number) => {
      const found = this.#readIndirect(offset);
      return (
        found && {
          object: found.object,
          data: isStream(found.object) ? this.readStream(found.object) : undefined,
        }
      );
    };
    const isUsable = () => isDictionary(this.resolve(this.catalog.get('Pages')));
    const use = (references: CrossReferences | undefined) => {
      if (!references) return false;
      this.#references = references;
      this.#cache.clear();
      this.#openEncryption();
      return isUsable();
    };
    if (use(readCrossReferences(this.#bytes, readAt)) || use(rebuildCrossReferences(this.#bytes, readAt)))
      return;
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      'The PDF is damaged: neither its table of contents nor its pages were found',
    );
  }

  get catalog(): Dictionary {
    const root = this.resolve(this.#references.trailer.get('Root'));
    return isDictionary(root) ? root : new Map();
  }

  resolve(value: PdfObject | undefined): PdfObject {
    let current = value ?? null;
    for (let hop = 0; current instanceof Reference; hop++) {
      if (hop > maxHops) return null;
      current = this.#load(current.number);
    }
    return current;
  }

  readStream(stream: PdfStream): Uint8Array | undefined {
    const key = this.#streamKeys.get(stream);
    const isPlain =
      stream.dictionary.get('Type') instanceof Name &&
      (stream.dictionary.get('Type') as Name).value === 'XRef';
    const raw =
      this.#decryptor && key && !isPlain
        ? this.#decryptor.decrypt(stream.raw, key.number, key.generation, 'stream')
        : stream.raw;
    return applyFilters(raw, stream.dictionary, (value) => this.resolve(value));
  }

  #openEncryption(): void {
    this.#decryptor = undefined;
    const { trailer } = this.#references;
    const encryption = this.resolve(trailer.get('Encrypt'));
    if (!isDictionary(encryption)) return;
    const resolve = (value: PdfObject | undefined) => this.resolve(value);
    const decryptor = createDecryptor(encryption, resolve(trailer.get('ID')), resolve);
    // What was read before was read as it lies there.
    this.#cache.clear();
    this.#decryptor = decryptor;
  }

  #load(number: number): PdfObject {
    const known = this.#cache.get(number);
    if (known !== undefined) return known;
    if (this.#reading.has(number)) return null;
    this.#reading.add(number);
    try {
      const object = this.#read(number);
      if (this.#cache.size >= maxCached) this.#cache.clear();
      this.#cache.set(number, object);
      return object;
    } finally {
      this.#reading.delete(number);
    }
  }

  #read(number: number): PdfObject {
    const location = this.#references.locations.get(number);
    if (!location) return null;
    if ('container' in location) return this.#readContainer(location.container).get(number) ?? null;
    const found = this.#readIndirect(location.offset);
    if (!found || found.number !== number) return null;
    return this.#decryptor ? this.#decryptStrings(found.object, found) : found.object;
  }

  /** `12 0 obj … endobj` at an offset. */
  #readIndirect(offset: number): IndirectObject | undefined {
    const parser = new Parser(this.#bytes, offset);
    const number = parser.lexer.next();
    const generation = parser.lexer.next();
    const word = parser.lexer.next();
    if (typeof number !== 'number' || typeof generation !== 'number') return undefined;
    if (!(word instanceof Keyword) || word.value !== 'obj') return undefined;
    const object = parser.read();
    if (object === undefined) return undefined;
    if (!isDictionary(object)) return { object, number, generation };
    const after = parser.lexer.next();
    if (!(after instanceof Keyword) || after.value !== 'stream') return { object, number, generation };
    const start = streamStart(this.#bytes, parser.lexer.position);
    const length = this.resolve(object.get('Length'));
    const end = findStreamEnd(this.#bytes, start, typeof length === 'number' ? length : undefined);
    const stream: PdfStream = { dictionary: object, raw: this.#bytes.subarray(start, end) };
    this.#streamKeys.set(stream, { number, generation });
    return { object: stream, number, generation };
  }

  #readContainer(number: number): Map<number, PdfObject> {
    const known = this.#containers.get(number);
    if (known) return known;
    const objects = new Map<number, PdfObject>();
    const container = this.resolve(new Reference(number, 0));
    const data = isStream(container) ? this.readStream(container) : undefined;
    if (isStream(container) && data) readContained(container.dictionary, data, objects);
    if (this.#containers.size >= maxContainersCached) this.#containers.clear();
    this.#containers.set(number, objects);
    return objects;
  }

  #decryptStrings(object: PdfObject, place: IndirectObject, depth = 0): PdfObject {
    if (depth > maxHops) return object;
    if (typeof object === 'string') {
      const bytes = Buffer.from(object, 'latin1');
      const plain = this.#decryptor?.decrypt(bytes, place.number, place.generation, 'string') ?? bytes;
      return Buffer.from(plain).toString('latin1');
    }
    const inside = (value: PdfObject) => this.#decryptStrings(value, place, depth + 1);
    if (Array.isArray(object)) return object.map(inside);
    if (isDictionary(object)) return new Map([...object].map(([key, value]) => [key, inside(value)]));
    return object;
  }
}

function readContained(dictionary: Dictionary, data: Uint8Array, objects: Map<number, PdfObject>): void {
  const [count, first] = [dictionary.get('N'), dictionary.get('First')];
  if (typeof count !== 'number' || typeof first !== 'number') return;
  const header = new Parser(data);
  for (let index = 0; index < count; index++) {
    const number = header.lexer.next();
    const offset = header.lexer.next();
    if (typeof number !== 'number' || typeof offset !== 'number') return;
    objects.set(number, new Parser(data, first + offset).read() ?? null);
  }
}

/** Opens a PDF that lies in memory. Throws DOCUMENT_UNREADABLE where it is beyond repair, DOCUMENT_ENCRYPTED where it needs a password. */
export function openPdf(bytes: Uint8Array): PdfDocument {
  const reader = new Reader(bytes);
  reader.open();
  return reader;
}
