import { AppError } from '@docfleet/errors';
import type { Source } from '../../../format.ts';
import { refuseEncrypted } from '../../../open-document/read-open-document.ts';
import { decodeXml } from '../../../xml/read-xml.ts';
import { createXmlReader, type XmlListener } from '../../../xml/xml-reader.ts';
import { openZip } from '../../../zip/zip-archive.ts';
import type { SheetParts } from '../sheet.ts';
import { createOdsTables } from './ods-table.ts';

/** Comments, drawings and what else stands in cells without being their text. */
const leftOut = new Set([
  'office:annotation',
  'office:forms',
  'table:shapes',
  'table:tracked-changes',
  'draw:frame',
  'draw:custom-shape',
]);

/** Reads an OpenDocument spreadsheet row by row. Its cells carry what they show. */
export async function* readOds({ path }: Source): SheetParts {
  const archive = await openZip(path);
  await refuseEncrypted(archive);
  const content = archive.open('content.xml');
  if (!content) throw new AppError('DOCUMENT_UNREADABLE', 'The file has no content part: save it again');
  const tables = createOdsTables();
  const reader = createXmlReader(createListener(tables));
  for await (const piece of decodeXml(content)) {
    reader.write(piece);
    yield tables.take();
  }
  reader.end();
  yield tables.take();
}

function createListener(tables: ReturnType<typeof createOdsTables>): XmlListener {
  let text = '';
  /** What the cell is worth, should it say nothing of its look. */
  let value = '';
  let address: string | undefined;
  let left = 0;
  let paragraphs = 0;

  return {
    open(name, attributes) {
      if (leftOut.has(name)) left++;
      if (left > 0) return;
      if (name === 'table:table') tables.beginTable(attributes['table:name'] ?? '');
      else if (name === 'table:table-row') tables.beginRow(attributes);
      else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        tables.beginCell(attributes);
        text = '';
        value = attributes['office:date-value'] ?? attributes['office:value'] ?? '';
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
      if (leftOut.has(name)) left--;
      else if (left > 0) return;
      else if (name === 'text:p') paragraphs--;
      else if (name === 'table:table-cell') tables.endCell(text || value, address, false);
      else if (name === 'table:covered-table-cell') tables.endCell(text, address, true);
      else if (name === 'table:table-row') tables.endRow();
    },
    text(piece) {
      if (left === 0 && paragraphs > 0) text += piece;
    },
  };
}
