import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';
import { createXmlReader, decodeXml, type XmlAttributes } from '../xml/read-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** An archive of one part, which is a file itself: office programs also write all parts of a document into one. */
export function flatArchive(path: string, part: string): ZipArchive {
  const nothing = async () => undefined;
  return {
    has: (name) => name === part,
    names: () => [part],
    open: (name) => (name === part ? createReadStream(path) : undefined),
    readText: nothing,
    readBytes: nothing,
  };
}

/** Characters of all parts: they are held while the document is read. */
const maxLength = 256_000_000;
const maxPartDepth = 3;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escapeMarkup = (text: string) => text.replace(/[&<"]/g, (character) => escapes[character] ?? character);

const openTag = (name: string, attributes: XmlAttributes) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
    .join('')}>`;

/** Collects the parts of a package: those in XML as it was, others from their letters. */
function createCollector() {
  const parts = new Map<string, Buffer>();
  let [name, isBinary, depth, length] = ['', false, 0, 0];
  let pieces: string[] = [];
  const add = (text: string) => {
    length += text.length;
    if (length > maxLength)
      throw new AppError('DOCUMENT_TOO_COMPLEX', 'The file holds more text than can be read: split it');
    pieces.push(text);
  };
  return {
    parts,
    listener: {
      open(tag: string, attributes: XmlAttributes) {
        depth++;
        if (tag === 'pkg:part') name = attributes['pkg:name'] ?? '';
        else if (depth === maxPartDepth) isBinary = tag === 'pkg:binaryData';
        else if (depth > maxPartDepth) add(openTag(tag, attributes));
      },
      text(text: string) {
        if (depth >= maxPartDepth) add(isBinary ? text : escapeMarkup(text));
      },
      close(tag: string) {
        if (depth > maxPartDepth) add(`</${tag}>`);
        else if (tag === 'pkg:part') {
          const content = pieces.join('');
          parts.set(name.replace(/^\//, ''), Buffer.from(content, isBinary ? 'base64' : 'utf8'));
          [pieces, isBinary] = [[], false];
        }
        depth--;
      },
    },
  };
}

/**
 * Opens a package of Office Open XML that lies in one XML file (ISO/IEC 29500-2, "Flat OPC"), as Word and PowerPoint save it on request and
 * programs exchange it. Throws DOCUMENT_TOO_COMPLEX, and DOCUMENT_UNREADABLE where it has no part.
 */
export async function openFlatPackage(bytes: AsyncIterable<Uint8Array>): Promise<ZipArchive> {
  const { parts, listener } = createCollector();
  const reader = createXmlReader(listener);
  for await (const piece of decodeXml(bytes)) reader.write(piece);
  reader.end();
  if (parts.size === 0)
    throw new AppError('DOCUMENT_UNREADABLE', 'The file lacks the parts of its document: save it again');
  const contentOf = (name: string) => parts.get(name);
  return {
    has: (name) => parts.has(name),
    names: () => [...parts.keys()],
    open: (name) => {
      const content = contentOf(name);
      return content && Readable.from([content]);
    },
    readText: async (name) => contentOf(name)?.toString(),
    readBytes: async (name) => contentOf(name),
  };
}
