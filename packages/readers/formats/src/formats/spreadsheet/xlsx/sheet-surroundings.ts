import { addressOf, type Relationships } from '../../../open-xml/relationships.ts';
import { decodeXml } from '../../../xml/read-xml.ts';
import { createXmlReader } from '../../../xml/xml-reader.ts';
import { type CellRange, rangeOf } from '../cell-reference.ts';

/** Facts that stand after a sheet's cells but are needed to read them. */
export interface SheetSurroundings {
  readonly merges: readonly CellRange[];
  /** Addresses by the number of the row and the column: `row * 16384 + column`. */
  readonly links: ReadonlyMap<number, string>;
}

export const columnsOfSheet = 16_384;
/** Maximum of each kind that is read; further ones only affect repetitions and link targets. */
const maxOfEach = 50_000;
const beginOfCells = /<(?:\w{1,20}:)?sheetData\s{0,9}>/;
const endOfCells = /<\/(?:\w{1,20}:)?sheetData\s{0,9}>/;
/** Of what the patterns match. */
const maxTagLength = 64;

/** Reads a sheet but for its cells. */
export async function readSheetSurroundings(
  bytes: AsyncIterable<Uint8Array>,
  relationships: Relationships,
): Promise<SheetSurroundings> {
  const merges: CellRange[] = [];
  const links = new Map<number, string>();
  const reader = createXmlReader({
    open(name, attributes) {
      const isMerge = name === 'mergeCell';
      const range = isMerge || name === 'hyperlink' ? rangeOf(attributes['ref'] ?? '') : undefined;
      if (!range) return;
      if (isMerge && merges.length < maxOfEach) merges.push(range);
      const address = isMerge ? undefined : addressOf(relationships, attributes['r:id']);
      if (address && links.size < maxOfEach)
        links.set(range.first.row * columnsOfSheet + range.first.column, address);
    },
    close() {},
    text() {},
  });
  for await (const piece of withoutCells(decodeXml(bytes))) reader.write(piece);
  return { merges, links };
}

async function* withoutCells(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const marks = [beginOfCells, endOfCells];
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    for (let mark = marks[0]?.exec(held); mark; mark = marks[0]?.exec(held)) {
      const isBegin = marks.shift() === beginOfCells;
      if (isBegin) yield held.slice(0, mark.index);
      held = held.slice(mark.index + mark[0].length);
    }
    const isWithin = marks.length === 1;
    const kept = marks.length === 0 ? 0 : maxTagLength;
    if (!isWithin && held.length > kept) yield held.slice(0, held.length - kept);
    held = kept > 0 ? held.slice(-kept) : '';
  }
  if (marks.length === 2) yield held;
}
