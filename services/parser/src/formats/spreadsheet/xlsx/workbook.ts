import { readXml } from '../../../xml/read-xml.ts';
import type { ZipFile } from '../../../zip/zip-file.ts';
import { readRelations } from './relations.ts';

export interface Workbook {
  /** In the order of their tabs, hidden ones too. */
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly stringsPath: string;
  readonly stylesPath: string;
  /** Whether days are counted from 1904 rather than 1900. */
  readonly date1904: boolean;
}

export const WORKBOOK_PATH = 'xl/workbook.xml';

export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const relations = await readRelations(zip, WORKBOOK_PATH);
  const pathOf = (wanted: string) =>
    [...relations.values()].find(({ type }) => type === wanted)?.target ?? '';
  const sheets: { name: string; path: string }[] = [];
  let date1904 = false;
  await readXml(zip.readText(WORKBOOK_PATH), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const relation = relations.get(attributes.get('id') ?? '');
      // Charts and dialogues have tabs too.
      if (relation?.type === 'worksheet')
        sheets.push({ name: attributes.get('name') ?? '', path: relation.target });
    },
    close() {},
    text() {},
  });
  return { sheets, stringsPath: pathOf('sharedStrings'), stylesPath: pathOf('styles'), date1904 };
}
