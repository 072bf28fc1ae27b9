import type { CrossReferences, Location, ReadAt } from './cross-references.ts';
import { latin1 } from './lexer.ts';
import { Parser } from './parser.ts';
import { isDictionary, isStream, Name, type PdfObject, Reference } from './types.ts';

const windowBytes = 2 ** 20;
const overlapBytes = 64;
const objectStart = /(?:^|[\s>])(\d{1,10})\s+(\d{1,5})\s+obj\b/g;

/** Where objects begin, by looking through the whole file; a later one of the same number replaces an earlier. */
function scanObjects(bytes: Uint8Array): Map<number, Location> {
  const locations = new Map<number, Location>();
  for (let start = 0; start < bytes.length; start += windowBytes) {
    const from = Math.max(0, start - overlapBytes);
    const text = latin1(bytes, from, Math.min(bytes.length, start + windowBytes));
    for (const match of text.matchAll(objectStart)) {
      const number = match[1] as string;
      locations.set(Number(number), { offset: from + match.index + match[0].indexOf(number) });
    }
  }
  return locations;
}

function findTrailers(bytes: Uint8Array, trailer: Map<string, PdfObject>): void {
  const word = Buffer.from('trailer');
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = haystack.indexOf(word); at !== -1; at = haystack.indexOf(word, at + word.length)) {
    const found = new Parser(bytes, at + word.length).read();
    if (isDictionary(found)) for (const [key, value] of found) trailer.set(key, value);
  }
}

const typeOf = (value: PdfObject | undefined) => (value instanceof Name ? value.value : undefined);

/** Adds what lies in object streams, and finds the catalogue where no trailer names it. */
function readObjects(
  locations: Map<number, Location>,
  trailer: Map<string, PdfObject>,
  readAt: ReadAt,
): void {
  for (const [number, location] of [...locations]) {
    if (!('offset' in location)) continue;
    const found = readAt(location.offset);
    const dictionary = isStream(found?.object) ? found.object.dictionary : found?.object;
    if (!isDictionary(dictionary)) continue;
    const type = typeOf(dictionary.get('Type'));
    if (type === 'Catalog' && !trailer.has('Root')) trailer.set('Root', new Reference(number, 0));
    if (type === 'XRef')
      for (const [key, value] of dictionary) if (!trailer.has(key)) trailer.set(key, value);
    if (type !== 'ObjStm' || !found?.data) continue;
    const parser = new Parser(found.data);
    const count = dictionary.get('N');
    for (let index = 0; index < (typeof count === 'number' ? Math.min(count, 100_000) : 0); index++) {
      const contained = parser.lexer.next();
      parser.lexer.next();
      if (typeof contained === 'number' && !locations.has(contained))
        locations.set(contained, { container: number, index });
    }
  }
}

/** What a file holds whose cross-references are broken; undefined where not even a catalogue is found. */
export function rebuildCrossReferences(bytes: Uint8Array, readAt: ReadAt): CrossReferences | undefined {
  const locations = scanObjects(bytes);
  const trailer = new Map<string, PdfObject>();
  findTrailers(bytes, trailer);
  // What is encrypted cannot be looked into yet; its trailer has to name what is needed.
  if (!trailer.has('Encrypt')) readObjects(locations, trailer, readAt);
  return trailer.has('Root') ? { locations, trailer } : undefined;
}
