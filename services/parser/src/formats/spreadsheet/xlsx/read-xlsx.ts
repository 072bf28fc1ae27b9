import { openZip, type ZipFile } from '../../../zip/zip-file.ts';
import type { SheetPart, SheetParts } from '../sheet.ts';
import { readNumberFormats } from './number-formats.ts';
import { readRelations } from './relations.ts';
import { readSharedStrings } from './shared-strings.ts';
import { createSheetReader, type SheetContext } from './sheet-rows.ts';
import { readSheetTail } from './sheet-tail.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Reads an XLSX workbook sheet by sheet and row by row; only its shared strings are held. Sheets and rows that are hidden are read
 * like others.
 */
export async function* readXlsx(path: string): SheetParts {
  const zip = await openZip(path);
  const { sheets, stringsPath, stylesPath, date1904 } = await readWorkbook(zip);
  const strings = await readSharedStrings(zip, stringsPath);
  const showNumber = await readNumberFormats(zip, stylesPath, date1904);
  for (const sheet of sheets) {
    yield [{ kind: 'sheet', name: sheet.name }];
    yield* readSheet(zip, sheet.path, { strings, showNumber });
  }
}

async function* readSheet(zip: ZipFile, path: string, context: SheetContext): SheetParts {
  const tail = await readSheetTail(zip, path, await readRelations(zip, path));
  const reader = createSheetReader(context, tail);
  const take = (): SheetPart[] => reader.take().map((cells) => ({ kind: 'row', cells }));
  for await (const piece of zip.readText(path)) {
    reader.write(piece);
    yield take();
  }
  reader.end();
  yield take();
}
