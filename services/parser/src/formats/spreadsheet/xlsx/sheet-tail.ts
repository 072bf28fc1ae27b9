import { createXmlReader } from '../../../xml/xml-reader.ts';
import type { ZipFile } from '../../../zip/zip-file.ts';
import { type CellRange, rangeOf } from '../cell-reference.ts';
import type { Relation } from './relations.ts';

/** What stands after a sheet's cells but has to be known when they are read. */
export interface SheetTail {
  readonly merges: readonly CellRange[];
  /** Addresses by the number of the row and the column: `row * 16384 + column`. */
  readonly links: ReadonlyMap<number, string>;
}

export const COLUMNS_OF_SHEET = 16_384;
/** More than these are not looked at: what they change is only where a text is repeated or leads to. */
const MOST_OF_EACH = 50_000;
const endOfCells = /<(?:\w{1,20}:)?sheetData\s{0,9}\/>|<\/(?:\w{1,20}:)?sheetData\s{0,9}>/;
const LONGEST_END = 64;

export async function readSheetTail(
  zip: ZipFile,
  path: string,
  relations: ReadonlyMap<string, Relation>,
): Promise<SheetTail> {
  const merges: CellRange[] = [];
  const links = new Map<number, string>();
  const reader = createXmlReader({
    open(name, attributes) {
      const range =
        name === 'mergeCell' || name === 'hyperlink' ? rangeOf(attributes.get('ref') ?? '') : undefined;
      if (!range) return;
      if (name === 'mergeCell' && merges.length < MOST_OF_EACH) merges.push(range);
      const address = relations.get(attributes.get('id') ?? '')?.target;
      if (name === 'hyperlink' && address && links.size < MOST_OF_EACH)
        links.set(range.first.row * COLUMNS_OF_SHEET + range.first.column, address);
    },
    close() {},
    text() {},
  });
  reader.write('<tail>');
  for await (const piece of afterCells(zip.readText(path))) reader.write(piece);
  return { merges, links };
}

async function* afterCells(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  let isAfter = false;
  for await (const piece of pieces) {
    if (isAfter) {
      yield piece;
      continue;
    }
    held += piece;
    const end = endOfCells.exec(held);
    isAfter = end !== null;
    if (end) yield held.slice(end.index + end[0].length);
    held = held.slice(-LONGEST_END);
  }
}
