import { AppError } from '@docfleet/errors';
import { createXmlReader, type XmlListener } from '../../../xml/xml-reader.ts';
import { openZip, type ZipFile } from '../../../zip/zip-file.ts';
import type { SheetParts } from '../sheet.ts';
import { createOdsTables } from './ods-table.ts';

const LONGEST_MANIFEST = 1_000_000;
/** Comments, drawings and what else stands in cells without being their text. */
const leftOut = new Set(['annotation', 'shapes', 'frame', 'custom-shape', 'forms', 'tracked-changes']);

/** Reads an OpenDocument spreadsheet row by row. Its cells carry what they show. */
export async function* readOds(path: string): SheetParts {
  const zip = await openZip(path);
  await refuseEncrypted(zip);
  const tables = createOdsTables();
  const reader = createXmlReader(createListener(tables));
  for await (const piece of zip.readText('content.xml')) {
    reader.write(piece);
    yield tables.take();
  }
  reader.end();
  yield tables.take();
}

async function refuseEncrypted(zip: ZipFile): Promise<void> {
  let manifest = '';
  for await (const piece of zip.readText('META-INF/manifest.xml')) {
    manifest += piece;
    if (manifest.length > LONGEST_MANIFEST) break;
  }
  if (!/[<:]encryption-data[\s>]/.test(manifest)) return;
  throw new AppError(
    'DOCUMENT_ENCRYPTED',
    'The spreadsheet is protected by a password: save it without one and send it again',
  );
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
      if (name === 'table') tables.beginTable(attributes.get('name') ?? '');
      else if (name === 'table-row') tables.beginRow(attributes);
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        tables.beginCell(attributes);
        text = '';
        value = attributes.get('date-value') ?? attributes.get('value') ?? '';
        address = undefined;
      } else if (name === 'p') {
        if (text) text += '\n';
        paragraphs++;
      } else if (name === 's') text += ' '.repeat(Math.min(100, Number(attributes.get('c') ?? 1) || 1));
      else if (name === 'tab') text += ' ';
      else if (name === 'line-break') text += '\n';
      else if (name === 'a') address ??= attributes.get('href');
    },
    close(name) {
      if (leftOut.has(name)) left--;
      else if (left > 0) return;
      else if (name === 'p') paragraphs--;
      else if (name === 'table-cell') tables.endCell(text || value, address, false);
      else if (name === 'covered-table-cell') tables.endCell(text, address, true);
      else if (name === 'table-row') tables.endRow();
    },
    text(piece) {
      if (left === 0 && paragraphs > 0) text += piece;
    },
  };
}
