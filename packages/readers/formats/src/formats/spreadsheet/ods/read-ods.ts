import { AppError } from '@docfleet/errors';
import type { Block } from '../../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../../document-tree/write-blocks.ts';
import type { Source } from '../../../format.ts';
import { readObjects } from '../../../open-document/objects.ts';
import { convertEmbeddedObjects, refuseEncrypted } from '../../../open-document/read-open-document.ts';
import { decodeXml } from '../../../xml/read-xml.ts';
import { createXmlReader, type XmlListener } from '../../../xml/xml-reader.ts';
import { openZip, type ZipArchive } from '../../../zip/zip-archive.ts';
import type { SheetPart, SheetParts } from '../sheet.ts';
import { createDrawings, type OdsPart } from './drawings.ts';
import { createOdsTables } from './ods-table.ts';

/** Comments and what else stands in cells without being their text. */
const leftOut = new Set(['office:annotation', 'office:forms', 'table:tracked-changes']);

/** Reads an OpenDocument spreadsheet row by row. Its cells carry what they show; what is drawn on a sheet follows them. */
export async function* readOds(source: Source): SheetParts {
  const archive = await openZip(source.path);
  await refuseEncrypted(archive);
  yield* readTables(source, archive);
  for await (const markdown of convertEmbeddedObjects(source)) yield [{ kind: 'text', markdown }];
}

/** Reads the tables of a spreadsheet that has been opened. */
export async function* readTables(source: Source, archive: ZipArchive): SheetParts {
  const content = archive.open('content.xml');
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file has no content part: save it again');
  const tables = createOdsTables();
  const reader = createXmlReader(createListener(tables));
  const take = async () => Array.fromAsync(tables.take(), (part) => shownPart(part, { archive, source }));
  for await (const piece of decodeXml(content)) {
    reader.write(piece);
    yield await take();
  }
  reader.end();
  yield await take();
}

/** An object on a sheet is a chart or a text of its own. */
async function shownPart(part: OdsPart, place: Parameters<typeof readObjects>[1]): Promise<SheetPart> {
  if (part.kind !== 'object') return part;
  const object = (await readObjects([part.href], place)).get(part.href);
  if (!object) return { kind: 'text', markdown: '' };
  const blocks: readonly Block[] =
    'blocks' in object ? object.blocks : [{ kind: 'paragraph', content: [{ text: object.formula }] }];
  return { kind: 'text', markdown: `\n${blocksToMarkdown(blocks)}` };
}

function createListener(tables: ReturnType<typeof createOdsTables>): XmlListener {
  const drawings = createDrawings();
  const cell = createCellListener(tables);
  let left = 0;

  return {
    open(name, attributes) {
      if (leftOut.has(name)) left++;
      if (left > 0) return;
      if (drawings.takes(name)) drawings.listener.open(name, attributes);
      else if (name === 'table:table') tables.beginTable(attributes['table:name'] ?? '');
      else if (name === 'table:table-row') tables.beginRow(attributes);
      else cell.open(name, attributes);
    },
    close(name) {
      if (leftOut.has(name)) left--;
      else if (left > 0) return;
      else if (drawings.takes()) drawings.listener.close(name);
      else if (name === 'table:table') tables.add(drawings.take());
      else if (name === 'table:table-row') tables.endRow();
      else cell.close(name);
    },
    text(piece) {
      if (left > 0) return;
      if (drawings.takes()) drawings.listener.text(piece);
      else cell.text(piece);
    },
  };
}

const values = ['date', 'time', 'boolean', 'string'].map((type) => `office:${type}-value`);

const valueIn = (attributes: Readonly<Record<string, string>>) =>
  values.map((name) => attributes[name]).find(Boolean) ?? attributes['office:value'] ?? '';

function createCellListener(tables: ReturnType<typeof createOdsTables>): XmlListener {
  let text = '';
  /** Raw value of the cell, used if it has no displayed text. */
  let value = '';
  let address: string | undefined;
  let paragraphs = 0;

  return {
    open(name, attributes) {
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        tables.beginCell(attributes);
        text = '';
        value = valueIn(attributes);
        address = undefined;
      } else if (name === 'text:p') {
        if (text) text += '\n';
        paragraphs++;
      } else if (name === 'text:s') text += ' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1));
      else if (name === 'text:tab') text += ' ';
      else if (name === 'text:line-break') text += '\n';
      else if (name === 'text:a') address ??= attributes['xlink:href'];
    },
    close(name) {
      if (name === 'text:p') paragraphs--;
      else if (name === 'table:table-cell') tables.endCell(text || value, address, false);
      else if (name === 'table:covered-table-cell') tables.endCell(text, address, true);
    },
    text(piece) {
      if (paragraphs > 0) text += piece;
    },
  };
}
