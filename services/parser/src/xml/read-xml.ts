import { createXmlReader, type XmlListener } from './xml-reader.ts';

/** Reads a whole document from its pieces. */
export async function readXml(pieces: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const reader = createXmlReader(listener);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
