import { strToU8, zipSync } from 'fflate';
import type { Writer } from '../documents/document.ts';
import { toHtml } from './html.ts';

const container =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
  '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

const book =
  '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
  '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:language>en</dc:language></metadata>' +
  '<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>' +
  '<spine><itemref idref="one"/></spine></package>';

/** A book of one chapter. */
export const writeEpub: Writer = (document) =>
  zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'book.opf': strToU8(book),
    'one.xhtml': strToU8(toHtml(document)),
  });
