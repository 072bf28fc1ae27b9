import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format, Sample, Source } from '../../format.ts';
import { type ValueItem, writeItems } from '../../values/write-items.ts';
import type { XmlElement } from '../../xml/element.ts';
import { documentBlocks } from './document-blocks.ts';
import { createDocumentReader } from './read-document.ts';

const declaration = /^\ufeff?\s*<\?xml[\s?]/;
const type = /^(?:application|text)\/(?:[\w.-]+\+)?xml$/;
const anyTag = /^\ufeff?\s*<[!?\p{L}_]/u;

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
  return anyTag.test(text) && (extension === 'xml' || type.test(declaredType));
}

async function* convert({ bytes, declaredCharset }: Source): AsyncGenerator<string> {
  const document: { root?: XmlElement } = {};
  const pieces = decodeText(bytes, (head) => [declaredCharset, encodingOf(head)]);
  yield* writeItems(readItems(pieces, document));
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
