import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { createHtmlReader } from '@docfleet/text/html';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format, type Sample, type Source } from '../../format.ts';
import type { Value } from '../../values/value.ts';
import { withoutBinary } from '../../values/without-binary.ts';
import { type ValueItem, writeItems } from '../../values/write-items.ts';
import { localNameOf } from '../../xml/namespaces.ts';
import {
  createXmlReader,
  elementsOf,
  textOf,
  type XmlAttributes,
  type XmlElement,
  type XmlNode,
} from '../../xml/read-xml.ts';
import { documentBlocks, isParagraph } from './document-blocks.ts';

const markup = /<(?:a|b|br|div|em|h[1-6]|img|i|li|ol|p|span|strong|table|ul)[\s/>]/i;
const block = /^(?:br|div|h[1-6]|li|p|table|tr|ul|ol|blockquote)$/;
const unread = new Set(['script', 'style']);

const looksLikeMarkup = (text: string): boolean => markup.test(text);

/** The text of HTML that stands in an element of XML; blocks begin new lines. */
function textOfHtml(html: string): string {
  let text = '';
  let skipped = 0;
  const reader = createHtmlReader({
    open(name) {
      if (unread.has(name)) skipped++;
      if (block.test(name)) text += '\n';
    },
    close(name) {
      if (unread.has(name)) skipped--;
      if (block.test(name)) text += '\n';
    },
    text(piece) {
      if (skipped === 0) text += piece.replace(/\s+/g, ' ');
    },
  });
  reader.write(html);
  reader.end();
  return text.replace(/[ \t]*\n\s*/g, '\n').trim();
}

/** Technical attributes of the XML, which carry no content. */
const technical = new Set(['schemaLocation', 'noNamespaceSchemaLocation', 'space', 'base']);

/**
 * Returns the value of a data element: its text if it has nothing else, otherwise an object of its attributes and elements, with those of
 * one name as an array. Text with elements in it is text.
 */
function valueOfNode(node: XmlElement): Value {
  const text = textIn(node);
  const elements = elementsOf(node);
  const attributes = Object.entries(node.attributes).filter(([name]) => !technical.has(name));
  if (elements.length === 0 && attributes.length === 0) return text;
  const isMixed = elements.length > 0 && text !== '';
  const members = new Map<string, Value[]>(
    attributes.map(([name, value]) => [name, [looksLikeMarkup(value) ? textOfHtml(value) : value]]),
  );
  if (isMixed) members.set('text', [...(members.get('text') ?? []), clean(textOf(node))]);
  else for (const element of elements) add(members, element.name, valueOfNode(element));
  if (elements.length === 0 && text) add(members, 'text', text);
  if (isMixed && attributes.length === 0) return clean(textOf(node));
  const entries = [...members].map(([name, values]): [string, Value] => [
    name,
    values.length === 1 ? (values[0] ?? null) : values,
  ]);
  return Object.fromEntries(entries);
}

function add(members: Map<string, Value[]>, name: string, value: Value): void {
  const own = members.get(name);
  if (own) own.push(value);
  else members.set(name, [value]);
}

const clean = (text: string) => text.replace(/[^\S\n]+/g, ' ').trim();

/** The text between the elements; pages within feeds are read as pages. */
function textIn(node: XmlElement): string {
  const text = clean(node.children.filter((child) => typeof child === 'string').join(''));
  return looksLikeMarkup(text) ? textOfHtml(text) : text;
}

/** Characters of data that are held before those elements are given that are complete. */
const minHeldLength = 2_000_000;
const maxDocumentLength = 20_000_000;
/** Deeper elements count as text of those around them. */
const maxElementDepth = 100;
/** Characters that an element counts for in addition to its text. */
const elementCost = 32;

interface OpenElement extends XmlElement {
  children: XmlNode[];
}

/** A document whose order is its sense, or data. */
type XmlContent =
  | { readonly kind: 'document'; readonly root: XmlElement }
  | { readonly kind: 'items'; readonly items: readonly ValueItem[] };

/** Reads XML into elements; those of long data are given away and forgotten while it is read. */
function createDocumentReader() {
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let isDocument = false;
  let held = 0;
  let tooDeep = 0;

  const reader = createXmlReader({
    open(name, attributes) {
      if (open.length === maxElementDepth) {
        tooDeep++;
        return;
      }
      const node = elementOf(name, attributes);
      if (isParagraph(node.name)) isDocument = true;
      open.at(-1)?.children.push(node);
      root ??= node;
      open.push(node);
      held += elementCost;
    },
    close() {
      if (tooDeep > 0) tooDeep--;
      else open.pop();
    },
    text(text) {
      if (root && isUnread(root, open)) return;
      open.at(-1)?.children.push(text);
      held += text.length;
    },
  });
  return {
    write(piece: string): ValueItem[] {
      reader.write(piece);
      if (isDocument && held > maxDocumentLength) throw tooLong();
      if (isDocument || held < minHeldLength) return [];
      held = 0;
      const items = takeComplete(open);
      if (lengthOfTexts(open) > maxDocumentLength) throw tooLong();
      return items;
    },
    end(): XmlContent | undefined {
      reader.end();
      if (!root) return undefined;
      if (isDocument) return { kind: 'document', root };
      if (root.name === drawing)
        return { kind: 'items', items: [{ kind: 'value', path: [], value: wordsOf(root) }] };
      return { kind: 'items', items: [{ kind: 'value', path: [root.name], value: valueOfNode(root) }] };
    },
  };
}

const drawing = 'svg';
const words = new Set(['title', 'desc', 'text']);

/** A drawing's labels are its only text; a book (FictionBook) is text except for its pictures. */
function isUnread(root: XmlElement, open: readonly XmlElement[]): boolean {
  if (root.name === drawing) return !open.some(({ name }) => words.has(name));
  return root.name === 'FictionBook' && open.at(-1)?.name === 'binary';
}

/** The words of a drawing, each text in a paragraph of its own. */
const wordsOf = (node: XmlElement): string =>
  words.has(node.name)
    ? textOf(node).replace(/\s+/g, ' ').trim()
    : elementsOf(node).map(wordsOf).filter(Boolean).join('\n\n');

/** Names without prefixes, as they are shown; what the prefixes stand for is nothing to a reader. */
function elementOf(name: string, attributes: XmlAttributes): OpenElement {
  const shown = Object.entries(attributes).filter(([attribute]) => !/^xmlns(?::|$)/.test(attribute));
  return {
    name: localNameOf(name),
    attributes: Object.fromEntries(shown.map(([attribute, value]) => [localNameOf(attribute), value])),
    children: [],
  };
}

/** Returns the complete elements of the innermost level with most of them: each of their children is a record. */
function takeComplete(open: readonly OpenElement[]): ValueItem[] {
  const items: ValueItem[] = [];
  const most = Math.max(...open.map(({ children }) => children.length));
  const deepest = open.findIndex(({ children }) => children.length === most);
  for (const [depth, node] of open.slice(0, deepest + 1).entries()) {
    const path = open.slice(0, depth + 1).map(({ name }) => name);
    for (const child of node.children) {
      if (typeof child === 'string' || child === open[depth + 1]) continue;
      items.push({ kind: 'element', path: [...path, child.name], value: valueOfNode(child) });
    }
    // Text of its own waits for the end of its element.
    node.children = node.children.filter((child) => child === open[depth + 1] || isText(child));
  }
  return items;
}

const isText = (child: XmlNode): child is string => typeof child === 'string' && child.trim() !== '';

const lengthOfTexts = (open: readonly OpenElement[]) =>
  open.flatMap(({ children }) => children.filter(isText)).reduce((length, text) => length + text.length, 0);

function tooLong(): AppError {
  return new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'The XML document is longer than 20 million characters, the most that can be read: split it',
  );
}

const declaration = /^\ufeff?\s*<\?xml[\s?]/;
const type = /^(?:application|text)\/(?:[\w.-]+\+)?xml$/;
const anyTag = /^\ufeff?\s*<[!?\p{L}_]/u;
/** Vocabularies of XML whose files are called by them, and often begin without a declaration. */
const extensions = new Set(
  'xml svg kml gpx opml drawio rss atom xsd xsl xslt wsdl plist webloc fb2 dbk docbook dita ditamap tei xlf xliff tmx resx enex rdf owl bpmn'.split(
    ' ',
  ),
);
/** An element that names its vocabulary; Markdown may begin with one as well. */
const namespaced =
  /^\ufeff?\s*(?:<!--[^<>]{0,2000}-->\s*|<!DOCTYPE\s[^<>]{0,500}>\s*)?<[\p{L}_][\w:.-]{0,100}(?:\s[^<>]{0,2000})?\sxmlns(?::[\w-]+)?\s*=\s*["']/u;
const markdownExtension = /^(?:md|markdown|mdown|mkd|mdx|[jt]sx|vue|svelte)$/;

/** XML: documents in their order; data as lists below headings, and as tables where elements are alike. */
export const xml: Format = {
  name: 'XML',
  mimeType: 'application/xml',
  matches: looksLikeXml,
  convert: (source) => asUnreadable('XML', convert(source)),
};

function looksLikeXml({ text, signature, extension, declaredType }: Sample): boolean {
  if (text === undefined || (signature && !/xml|svg/.test(signature.mimeType))) return false;
  if (declaration.test(text)) return true;
  if (anyTag.test(text) && (extensions.has(extension) || type.test(declaredType))) return true;
  return namespaced.test(text) && !markdownExtension.test(extension);
}

async function* convert({ bytes, declaredCharset, reportNotRead }: Source): AsyncGenerator<string> {
  const document: { root?: XmlElement } = {};
  const pieces = decodeText(bytes, (head) => [declaredCharset, encodingOf(head)]);
  yield* writeItems(withoutBinary(readItems(pieces, document), reportNotRead));
  if (document.root) yield* writeBlocks(documentBlocks(document.root, 1));
}

async function* readItems(
  pieces: AsyncIterable<string>,
  document: { root?: XmlElement },
): AsyncGenerator<ValueItem> {
  const reader = createDocumentReader();
  for await (const piece of pieces) yield* reader.write(piece);
  const content = reader.end();
  if (!content)
    throw new AppError('DOCUMENT_UNREADABLE', 'The XML file has no elements: check it and send it again');
  if (content.kind === 'document') document.root = content.root;
  else yield* content.items;
}

function encodingOf(head: string): string | undefined {
  return /<\?xml\s[^>]{0,300}?encoding\s*=\s*["']\s*([\w.:-]+)/i.exec(head)?.[1];
}
