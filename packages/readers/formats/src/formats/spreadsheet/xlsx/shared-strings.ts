import { decodeXml } from '../../../xml/read-xml.ts';
import { createXmlReader } from '../../../xml/xml-reader.ts';
import { unescapeText } from './unescape-text.ts';

/** The texts that the cells of a workbook refer to by their number. */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let isText = false;
  let phonetics = 0;
  const reader = createXmlReader({
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetics++;
      else if (name === 't') isText = phonetics === 0;
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(current));
      else if (name === 'rPh') phonetics--;
      else if (name === 't') isText = false;
    },
    text(text) {
      if (isText) current += text;
    },
  });
  for await (const piece of decodeXml(bytes)) reader.write(piece);
  reader.end();
  return strings;
}
