import { AppError } from '@docfleet/errors';
import { createDecoder, encodingOfMark } from '@docfleet/text/decoding';
import { Parser } from 'htmlparser2';
import type { ZipArchive } from '../zip/zip-archive.ts';
import { type Prefixes, prefixesIn, rename, renameAttributes } from './namespaces.ts';

/** An element of an XML document. Names carry the reader's prefixes of known namespaces, regardless of the file's. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** The elements right below, in their order. */
export const elementsOf = (element: XmlElement | undefined): XmlElement[] =>
  (element?.children ?? []).filter((child) => typeof child !== 'string');

/** The first element of this name right below. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => child.name === name);
}

/** All elements of this name right below. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name);

/** The element that a path of names leads to. */
export const descendantOf = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce(childOf, element);

/** The first element of this name anywhere below, in the order of the document. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of elementsOf(element)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All text below. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Receives the events of an XML document in order. Names have the prefixes that `namespaces.ts` defines, whatever prefixes the file
 * uses. Every element that opens closes once; text outside of all elements is left out.
 */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlReader {
  write(xml: string): void;
  end(): void;
}

interface OpenTag {
  readonly name: string;
  /** Prefixes of the enclosing element. */
  readonly outer: Prefixes;
}

/** Word nests a table in a table with four elements each; no file nests them a hundred times. */
const maxDepth = 500;

/**
 * Reads XML in time linear in it. A document type is not read: no entity but the five of XML is known, nothing is fetched, and
 * nothing multiplies. Closing tags that fit no element are passed over. Throws DOCUMENT_TOO_COMPLEX for elements nested too deep.
 */
export function createXmlReader(listener: XmlListener): XmlReader {
  const elements: OpenTag[] = [];
  let prefixes: Prefixes = new Map();

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (elements.length === maxDepth) throw tooDeep();
        const outer = prefixes;
        prefixes = prefixesIn(attributes, outer);
        const name = rename(tag, prefixes);
        elements.push({ name, outer });
        listener.open(name, renameAttributes(attributes, prefixes));
      },
      ontext(text) {
        if (elements.length > 0) listener.text(text);
      },
      onclosetag() {
        const element = elements.pop();
        if (!element) return;
        prefixes = element.outer;
        listener.close(element.name);
      },
    },
    { xmlMode: true },
  );
  return { write: (xml) => parser.write(xml), end: () => parser.end() };
}

const tooDeep = () =>
  new AppError('DOCUMENT_TOO_COMPLEX', 'The file is nested deeper than a file may be: save it again');

/** XML within a container, piece by piece: UTF-8, or what its byte order mark says. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of bytes) {
    decoder ??= createDecoder(encodingOfMark(piece) ?? 'utf-8');
    yield decoder.write(piece);
  }
  if (decoder) yield decoder.end();
}

interface UnfinishedElement extends XmlElement {
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
  const open: UnfinishedElement[] = [];
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

/** Reads the whole of a part of a file as XML; undefined where the file has no part of this name. */
export async function readPart(
  archive: ZipArchive,
  name: string | undefined,
): Promise<XmlElement | undefined> {
  const bytes = name === undefined ? undefined : archive.open(name);
  return bytes && readXml(bytes);
}
