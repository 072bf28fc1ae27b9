import type { XmlElement } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';

/** A part of a file as a whole; undefined where there is none of this name. */
export async function readPart(
  archive: ZipArchive,
  name: string | undefined,
): Promise<XmlElement | undefined> {
  const bytes = name === undefined ? undefined : archive.open(name);
  return bytes && readXml(bytes);
}
