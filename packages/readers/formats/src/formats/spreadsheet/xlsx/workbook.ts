import { AppError } from '@docfleet/errors';
import { partOf, readRelationships } from '../../../open-xml/relationships.ts';
import { childOf, childrenOf } from '../../../xml/element.ts';
import { readPart } from '../../../xml/read-xml.ts';
import type { ZipArchive } from '../../../zip/zip-archive.ts';

interface WorkbookSheet {
  readonly name: string;
  readonly path: string;
  /** Whether it has cells, and is not a chart alone. */
  readonly hasCells: boolean;
}

export interface Workbook {
  /** In the order of their tabs, hidden ones too. */
  readonly sheets: readonly WorkbookSheet[];
  readonly stringsPath: string | undefined;
  readonly stylesPath: string | undefined;
  /** Whether days are counted from 1904 rather than 1900. */
  readonly date1904: boolean;
}

export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const path = partOf(await readRelationships(archive, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const workbook = await readPart(archive, path);
  if (!workbook)
    throw new AppError('DOCUMENT_UNREADABLE', 'The XLSX file has no workbook part: save it again');
  const relationships = await readRelationships(archive, path);
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet').flatMap(({ attributes }) => {
    const relationship = relationships.get(attributes['r:id'] ?? '');
    // Dialogues and macros have tabs too.
    if (relationship?.kind !== 'worksheet' && relationship?.kind !== 'chartsheet') return [];
    const hasCells = relationship.kind === 'worksheet';
    return [{ name: attributes['name'] ?? '', path: relationship.target, hasCells }];
  });
  const properties = childOf(workbook, 'workbookPr')?.attributes;
  return {
    sheets,
    stringsPath: partOf(relationships, 'sharedStrings'),
    stylesPath: partOf(relationships, 'styles'),
    date1904: /^(1|true)$/.test(properties?.['date1904'] ?? ''),
  };
}
