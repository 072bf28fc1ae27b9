import { Lexer, latin1 } from './lexer.ts';
import { Parser } from './parser.ts';
import { type Dictionary, isArray, isDictionary, isStream, Keyword, type PdfObject } from './types.ts';

/** Where an object lies: at an offset of the file, or as one of those in an object stream. */
export type Location = { readonly offset: number } | { readonly container: number; readonly index: number };

export interface CrossReferences {
  readonly locations: ReadonlyMap<number, Location>;
  readonly trailer: Dictionary;
}

/** Reads an indirect object at an offset, with its stream's filters undone where it has one. */
export type ReadAt = (
  offset: number,
) => { readonly object: PdfObject; readonly data?: Uint8Array | undefined } | undefined;

const maxSections = 1_000;
const maxObjects = 5_000_000;

interface Collected {
  readonly locations: Map<number, Location>;
  trailer: Map<string, PdfObject>;
}

function addTrailer({ trailer }: Collected, found: Dictionary): void {
  for (const [key, value] of found) if (!trailer.has(key)) trailer.set(key, value);
}

/** The sections of a table: `first count`, then lines of twenty bytes, which some writers shorten. */
function readTable(parser: Parser, { locations }: Collected): Dictionary | undefined {
  for (;;) {
    const first = parser.read();
    if (first instanceof Keyword && first.value === 'trailer') {
      const trailer = parser.read();
      return isDictionary(trailer) ? trailer : undefined;
    }
    const count = parser.read();
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let number = first; number < first + count; number++) {
      const offset = parser.lexer.next();
      const generation = parser.lexer.next();
      const kind = parser.lexer.next();
      if (typeof offset !== 'number' || typeof generation !== 'number' || !(kind instanceof Keyword))
        return undefined;
      if (kind.value === 'n' && !locations.has(number) && locations.size < maxObjects)
        locations.set(number, { offset });
    }
  }
}

const numbersOf = (value: PdfObject | undefined) =>
  isArray(value) ? value.filter((item): item is number => typeof item === 'number') : [];

function readField(data: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let index = start; index < start + width; index++) value = value * 256 + (data[index] ?? 0);
  return value;
}

function readStreamSection(dictionary: Dictionary, data: Uint8Array, { locations }: Collected): void {
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = numbersOf(dictionary.get('W'));
  const size = dictionary.get('Size');
  const index = numbersOf(dictionary.get('Index'));
  const sections = index.length >= 2 ? index : [0, typeof size === 'number' ? size : 0];
  const entryWidth = typeWidth + secondWidth + thirdWidth;
  if (entryWidth === 0) return;
  let position = 0;
  for (let section = 0; section + 1 < sections.length; section += 2) {
    const first = sections[section] as number;
    const count = sections[section + 1] as number;
    for (
      let number = first;
      number < first + count && position < data.length;
      number++, position += entryWidth
    ) {
      const type = typeWidth === 0 ? 1 : readField(data, position, typeWidth);
      const second = readField(data, position + typeWidth, secondWidth);
      const third = readField(data, position + typeWidth + secondWidth, thirdWidth);
      if (locations.has(number) || locations.size >= maxObjects) continue;
      if (type === 1) locations.set(number, { offset: second });
      else if (type === 2) locations.set(number, { container: second, index: third });
    }
  }
}

/** One section; gives its trailer, undefined where there is none to be read. */
function readSection(
  bytes: Uint8Array,
  offset: number,
  collected: Collected,
  readAt: ReadAt,
): Dictionary | undefined {
  const parser = new Parser(bytes, offset);
  const word = new Lexer(bytes, offset).next();
  if (word instanceof Keyword && word.value === 'xref') {
    parser.read();
    return readTable(parser, collected);
  }
  const found = readAt(offset);
  if (!found || !isStream(found.object) || !found.data) return undefined;
  readStreamSection(found.object.dictionary, found.data, collected);
  return found.object.dictionary;
}

/** Follows the sections from the last one back; undefined where the chain is broken or names no root. */
export function readCrossReferences(bytes: Uint8Array, readAt: ReadAt): CrossReferences | undefined {
  const tail = latin1(bytes, Math.max(0, bytes.length - 2_048), bytes.length);
  const start = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail)?.[1];
  if (start === undefined) return undefined;
  const collected: Collected = { locations: new Map(), trailer: new Map() };
  const seen = new Set<number>();
  const due = [Number(start)];
  while (due.length > 0 && seen.size < maxSections) {
    const offset = due.shift() as number;
    if (seen.has(offset) || offset < 0 || offset >= bytes.length) continue;
    seen.add(offset);
    const trailer = readSection(bytes, offset, collected, readAt);
    if (!trailer) return undefined;
    addTrailer(collected, trailer);
    for (const key of ['XRefStm', 'Prev']) {
      const next = trailer.get(key);
      if (typeof next === 'number') due.push(next);
    }
  }
  return collected.trailer.has('Root') ? collected : undefined;
}
