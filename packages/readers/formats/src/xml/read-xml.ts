import { createDecoder, encodingOfMark } from '@docfleet/text/decoding';
import type { ZipArchive } from '../zip/zip-archive.ts';
import type { XmlElement, XmlNode } from './element.ts';
import { createXmlReader, type XmlAttributes } from './xml-reader.ts';

/** XML within a container, piece by piece: UTF-8, or what its byte order mark says. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of bytes) {
    decoder ??= createDecoder(encodingOfMark(piece) ?? 'utf-8');
    yield decoder.write(piece);
  }
  if (decoder) yield decoder.end();
}

interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
}

/** Reads XML element by element: enters the named containers, and returns their children whole. Throws the errors of `createXmlReader`. */
export async function* readElements(
  bytes: AsyncIterable<Uint8Array>,
  containers: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const collector = createCollector(containers);
  const reader = createXmlReader(collector.listener);
  for await (const piece of decodeXml(bytes)) {
    reader.write(piece);
    yield* collector.take();
  }
  reader.end();
  yield* collector.take();
}

/** Reads an XML document as a whole; undefined where there is no element in it. */
export async function readXml(bytes: AsyncIterable<Uint8Array>): Promise<XmlElement | undefined> {
  return (await Array.fromAsync(readElements(bytes, new Set())))[0];
}

function createCollector(containers: ReadonlySet<string>) {
  const open: OpenElement[] = [];
  let complete: XmlElement[] = [];

  return {
    take(): XmlElement[] {
      const taken = complete;
      complete = [];
      return taken;
    },
    listener: {
      open(name: string, attributes: XmlAttributes) {
        if (open.length === 0 && containers.has(name)) return;
        const element = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      text(text: string) {
        const children = open.at(-1)?.children;
        if (!children) return;
        const last = children.at(-1);
        if (typeof last === 'string') children[children.length - 1] = last + text;
        else children.push(text);
      },
      close() {
        const element = open.pop();
        if (element && open.length === 0) complete.push(element);
      },
    },
  };
}

/** A part of a file as a whole; undefined where there is none of this name. */
export async function readPart(
  archive: ZipArchive,
  name: string | undefined,
): Promise<XmlElement | undefined> {
  const bytes = name === undefined ? undefined : archive.open(name);
  return bytes && readXml(bytes);
}
