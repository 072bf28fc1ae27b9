import type { ZipArchive } from '../zip/zip-archive.ts';
import type { XmlElement } from './element.ts';
import { readXml } from './read-xml.ts';

/** A part of a file as a whole; undefined where there is none of this name. */
export async function readPart(
  archive: ZipArchive,
  name: string | undefined,
): Promise<XmlElement | undefined> {
  const bytes = name === undefined ? undefined : archive.open(name);
  return bytes && readXml(bytes);
}
