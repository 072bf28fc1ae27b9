import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format, Sample, Source } from '../../format.ts';
import { withoutBinary } from '../../values/without-binary.ts';
import { type ValueItem, writeItems } from '../../values/write-items.ts';
import type { XmlElement } from '../../xml/element.ts';
import { documentBlocks } from './document-blocks.ts';
import { createDocumentReader } from './read-document.ts';

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
