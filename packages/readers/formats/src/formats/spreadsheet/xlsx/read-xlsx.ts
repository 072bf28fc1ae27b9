import { AppError } from '@docfleet/errors';
import type { Source } from '../../../format.ts';
import { convertEmbeddedParts, embeddedPartsOf } from '../../../open-xml/embedded-parts.ts';
import { type Relationships, readRelationships } from '../../../open-xml/relationships.ts';
import { decodeXml, readPart } from '../../../xml/read-xml.ts';
import { openZip, type ZipArchive } from '../../../zip/zip-archive.ts';
import { createShowNumber } from '../number-formats.ts';
import type { SheetParts } from '../sheet.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetDrawing } from './sheet-drawing.ts';
import { createSheetReader, type SheetContext } from './sheet-rows.ts';
import { readSheetSurroundings } from './sheet-surroundings.ts';
import { readStyleFormats } from './style-formats.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Reads an XLSX workbook sheet by sheet and row by row; only its shared strings are held. Sheets and rows that are hidden are read
 * like others.
 */
export async function* readXlsx(source: Source): SheetParts {
  const archive = await openZip(source.path);
  const { sheets, stringsPath, stylesPath, date1904 } = await readWorkbook(archive);
  const texts = stringsPath === undefined ? undefined : archive.open(stringsPath);
  const strings = texts ? await readSharedStrings(texts) : [];
  const codes = await readStyleFormats(await readPart(archive, stylesPath));
  const showNumber = await createShowNumber(date1904);
  const show = (value: string, style: number) => showNumber(value, codes[style] ?? '');
  const embedded = new Set<string>();
  for (const sheet of sheets) {
    yield [{ kind: 'sheet', name: sheet.name }];
    const relationships = await readRelationships(archive, sheet.path);
    if (sheet.hasCells)
      yield* readCells({ source, archive, relationships, ...sheet }, { strings, showNumber: show });
    const drawing = await readSheetDrawing({ ...source, archive, relationships, name: sheet.name });
    if (drawing) yield [{ kind: 'text', markdown: `\n${drawing}` }];
    for (const part of embeddedPartsOf(relationships)) embedded.add(part);
  }
  if (embedded.size > 0) yield [{ kind: 'text', markdown: '\n' }];
  for await (const markdown of convertEmbeddedParts(source, archive, embedded))
    yield [{ kind: 'text', markdown }];
}

interface Sheet {
  readonly source: Source;
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
  readonly name: string;
  readonly path: string;
}

async function* readCells(
  { source, archive, relationships, name, path }: Sheet,
  context: SheetContext,
): SheetParts {
  const [forSurroundings, forCells] = [archive.open(path), archive.open(path)];
  if (!forSurroundings || !forCells)
    throw new AppError('DOCUMENT_UNREADABLE', 'The XLSX file lacks one of its sheets: save it again');
  const surroundings = await readSheetSurroundings(forSurroundings, relationships);
  const reader = createSheetReader(context, surroundings);
  for await (const piece of decodeXml(forCells)) {
    reader.write(piece);
    yield reader.take();
  }
  reader.end();
  yield reader.take();
  const count = reader.withoutResult();
  const why = 'The file keeps no results of formulas: open it in a spreadsheet program and save it';
  if (count > 0) source.reportNotRead({ what: 'FORMULA', where: `sheet ${name}`, why, count });
}
