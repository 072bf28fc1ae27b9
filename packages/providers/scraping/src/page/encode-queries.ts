import { createDecoder } from '@docfleet/text/decoding';
import { descendants, type HtmlElement } from '@docfleet/text/html';

const percent = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** The bytes of each character of an encoding of one or two bytes, percent-encoded. */
function encodedCharacters(encoding: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  const add = (...bytes: readonly number[]) => {
    const decoder = createDecoder(encoding);
    const text = decoder.write(Uint8Array.from(bytes)) + decoder.end();
    const isOne = text.length > 0 && [...text].length === 1 && text !== '\ufffd';
    if (isOne && !characters.has(text)) characters.set(text, bytes.map(percent).join(''));
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) add(lead);
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  return characters;
}

const tables = new Map<string, ReadonlyMap<string, string>>();

function tableOf(encoding: string): ReadonlyMap<string, string> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = encodedCharacters(encoding);
  tables.set(encoding, table);
  return table;
}

/** Encodes a character that the encoding lacks, as browsers do. */
const reference = (character: string) => `%26%23${character.codePointAt(0)}%3B`;

function encodeQuery(address: string, encoding: string): string {
  const [beforeFragment = '', ...fragment] = address.split('#');
  const query = beforeFragment.indexOf('?');
  if (query < 0 || !/[^\0-\x7f]/.test(beforeFragment.slice(query))) return address;
  const table = tableOf(encoding);
  const encoded = beforeFragment
    .slice(query)
    .replace(/[^\0-\x7f]/gu, (character) => table.get(character) ?? reference(character));
  return [beforeFragment.slice(0, query) + encoded, ...fragment].join('#');
}

/**
 * Encodes the queries of a page's links in the page's own encoding, as browsers do (URL standard, 4.4); paths are in UTF-8 everywhere.
 */
export function encodeQueries(root: HtmlElement, encoding: string): void {
  if (/^(?:ascii|utf-)/.test(encoding)) return;
  for (const element of descendants(root)) {
    const { name, attributes } = element;
    const address = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (address === undefined) continue;
    const encoded = encodeQuery(address, encoding);
    if (encoded !== address) element.attributes = new Map(attributes).set('href', encoded);
  }
}
