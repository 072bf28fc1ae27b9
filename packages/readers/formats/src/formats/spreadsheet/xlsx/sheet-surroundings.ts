import { assembleBlocks } from '../../../document-tree/assemble-blocks.ts';
import type { Block } from '../../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../../document-tree/write-blocks.ts';
import type { Source } from '../../../format.ts';
import { reportPictures } from '../../../open-xml/embedded-parts.ts';
import { objectIdsIn, readObjects } from '../../../open-xml/objects.ts';
import {
  addressOf,
  chosenContent,
  partOf,
  type Relationships,
  readRelationships,
  reportComments,
} from '../../../open-xml/relationships.ts';
import {
  childOf,
  createXmlReader,
  decodeXml,
  elementsOf,
  findElement,
  readPart,
  type XmlElement,
} from '../../../xml/read-xml.ts';
import type { ZipArchive } from '../../../zip/zip-archive.ts';
import { readTextBody } from '../../pptx/text-body.ts';
import { type CellRange, rangeOf } from '../sheet.ts';

/**
 * Replaces `_x000D_` by the character of this code, as texts of workbooks escape what XML cannot hold (ST_Xstring, ECMA-376-1
 * 22.9.2.19). An underscore that is meant is escaped itself: `_x005F_x000D_`. Ends of lines become one.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');
}

interface Sheet {
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
  readonly name: string;
  readonly reportNotRead: Source['reportNotRead'];
}

/** Returns the Markdown of a sheet's drawings: text boxes and other shapes with text, charts, diagrams; empty without any. */
export async function readSheetDrawing({
  archive,
  relationships,
  name,
  reportNotRead,
}: Sheet): Promise<string> {
  await reportComments(archive, relationships, `sheet ${name}`, reportNotRead);
  const part = partOf(relationships, 'drawing');
  const drawing = await readPart(archive, part);
  if (!drawing || part === undefined) return '';
  const own = await readRelationships(archive, part);
  const where = `sheet ${name}`;
  const objects = await readObjects([drawing], {
    archive,
    relationships: own,
    where,
    hasCells: true,
    reportNotRead,
  });
  reportPictures(own, where, reportNotRead);

  const readShape = (shape: XmlElement): Block[] => {
    if (shape.name === 'mc:AlternateContent') return chosenContent(shape).flatMap(readShape);
    if (shape.name === 'xdr:sp' || shape.name === 'xdr:cxnSp')
      return assembleBlocks(readTextBody(childOf(shape, 'xdr:txBody'), own, []));
    if (shape.name === 'xdr:graphicFrame') return objectIdsIn(shape).flatMap((id) => objects.get(id) ?? []);
    if (shape.name === 'xdr:pic') return alternativeOf(shape);
    return elementsOf(shape).flatMap(readShape);
  };
  const blocks = readShape(drawing);
  return blocks.length > 0 ? blocksToMarkdown(blocks) : '';
}

function alternativeOf(picture: XmlElement): Block[] {
  const text = findElement(picture, 'xdr:cNvPr')?.attributes['descr']?.trim();
  return text ? [{ kind: 'paragraph', content: [{ text }] }] : [];
}

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
