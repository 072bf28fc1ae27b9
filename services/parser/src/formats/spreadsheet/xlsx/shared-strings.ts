import { readXml } from '../../../xml/read-xml.ts';
import type { ZipFile } from '../../../zip/zip-file.ts';

/** The texts that the cells of a workbook refer to by their number. */
export async function readSharedStrings(zip: ZipFile, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let phonetics = 0;
  await readXml(zip.readText(path), {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetics++;
      else if (name === 't') isText = phonetics === 0;
    },
    close(name) {
      if (name === 'si') strings.push(current);
      else if (name === 'rPh') phonetics--;
      else if (name === 't') isText = false;
    },
    text(text) {
      if (isText) current += text;
    },
  });
  return strings;
}
