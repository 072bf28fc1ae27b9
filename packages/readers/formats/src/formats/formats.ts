import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { decodeText } from '@docfleet/text/decoding';
import { asUnreadable, type Format, isPlainText, type Sample, type Source } from '../format.ts';
import { withoutBinary } from '../values/without-binary.ts';
import { writeItems } from '../values/write-items.ts';
import { calendar, contacts } from './calendar/calendar.ts';
import { csv } from './csv/csv.ts';
import { doc } from './doc/doc.ts';
import { docx } from './docx/docx.ts';
import { eml } from './eml/eml.ts';
import { epub } from './epub/epub.ts';
import { flatOffice } from './flat-office/flat-office.ts';
import { html } from './html/html.ts';
import { images } from './image/images.ts';
import { readItems } from './json/read-items.ts';
import { mbox } from './mbox/mbox.ts';
import { msg } from './msg/msg.ts';
import { notebook } from './notebook/notebook.ts';
import { odp } from './odp/odp.ts';
import { odt } from './odt/odt.ts';
import { pdf } from './pdf/pdf.ts';
import { ppt } from './ppt/ppt.ts';
import { pptx } from './pptx/pptx.ts';
import { rtf } from './rtf/rtf.ts';
import { readOds } from './spreadsheet/ods/read-ods.ts';
import { readWorkbook } from './spreadsheet/read-workbook.ts';
import { readXmlWorkbook } from './spreadsheet/read-xml-workbook.ts';
import type { SheetParts } from './spreadsheet/sheet.ts';
import { writeSheets } from './spreadsheet/write-sheets.ts';
import { readXlsx } from './spreadsheet/xlsx/read-xlsx.ts';
import { subtitles } from './subtitles/subtitles.ts';
import { markdown, text } from './text/text.ts';
import { xml } from './xml/xml.ts';

/** An element of BER: its tag, and where its content lies. */
interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  /** Offset of the next element. */
  readonly next: number;
}

const octetString = 0x04;
const constructedOctetString = 0x24;
const indefinite = 0x80;
const maxDepth = 8;

/** Reads the element at a place; undefined where it is none. The length of one of indefinite length is found by its elements. */
function elementAt(bytes: Buffer, at: number, depth = 0): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || depth > maxDepth) return undefined;
  if (first === indefinite) {
    let end = at + 2;
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
      const inner = elementAt(bytes, end, depth + 1);
      if (!inner) return undefined;
      end = inner.next;
    }
    return { tag, start: at + 2, end, next: end + 2 };
  }
  const sizeOfLength = first > indefinite ? first - indefinite : 0;
  if (sizeOfLength > 4 || at + 2 + sizeOfLength > bytes.length) return undefined;
  const length = sizeOfLength > 0 ? bytes.readUIntBE(at + 2, sizeOfLength) : first;
  const start = at + 2 + sizeOfLength;
  return start + length > bytes.length
    ? undefined
    : { tag, start, end: start + length, next: start + length };
}

function* childrenOf(bytes: Buffer, { start, end }: Element): Generator<Element> {
  for (let at = start; at < end; ) {
    const child = elementAt(bytes, at);
    if (!child) return;
    yield child;
    at = child.next;
  }
}

/** The bytes of a string, which may come in pieces. */
function stringOf(bytes: Buffer, element: Element): Buffer {
  if (element.tag === octetString) return bytes.subarray(element.start, element.end);
  return Buffer.concat([...childrenOf(bytes, element)].map(({ start, end }) => bytes.subarray(start, end)));
}

/** The content that a message of PKCS #7 signs (RFC 5652, 5.2); undefined where it holds a signature alone, or is damaged. */
function readSignedContent(bytes: Buffer): Buffer | undefined {
  const at = (element: Element | undefined, index: number) =>
    element && [...childrenOf(bytes, element)][index];
  const signedData = at(at(elementAt(bytes, 0), 1), 0);
  const content = at(at(at(signedData, 2), 1), 0);
  const isString = content?.tag === octetString || content?.tag === constructedOctetString;
  return content && isString ? stringOf(bytes, content) : undefined;
}

const convertWith =
  (name: string, read: (source: Source) => SheetParts): Format['convert'] =>
  (source) =>
    asUnreadable(name, writeSheets(read(source), source.locate));

const isNamed =
  (extension: string) =>
  ({ signature }: Sample) =>
    signature?.extension === extension;

/** XLSX, XLSM and their templates: each sheet a heading and tables of what its cells show. */
const xlsx: Format = {
  name: 'XLSX',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  matches: isNamed('xlsx'),
  convert: convertWith('XLSX', readXlsx),
};

/** Excel's binary workbook: the content of an XLSX in binary records instead of XML. */
const xlsb: Format = {
  name: 'XLSB',
  mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  matches: isNamed('xlsb'),
  convert: convertWith('XLSB', readWorkbook),
};

const xls: Format = {
  name: 'XLS',
  mimeType: 'application/vnd.ms-excel',
  matches: isNamed('xls'),
  convert: convertWith('XLS', readWorkbook),
};

const ods: Format = {
  name: 'ODS',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  matches: isNamed('ods'),
  convert: convertWith('ODS', readOds),
};

/** Workbooks of Excel 2003 in XML, under any file name. */
const xmlWorkbook: Format = {
  name: 'XML workbooks',
  mimeType: 'application/vnd.ms-excel',
  matches: ({ text }) =>
    text !== undefined && /^\ufeff?\s*<\?xml[\s?]/.test(text) && text.includes(':office:spreadsheet"'),
  convert: convertWith('XML', readXmlWorkbook),
};

/** Bytes; a signed file is read whole. */
const maxSize = 64_000_000;

/** Signed files: mails (S/MIME), invoices and contracts; the content is read without the signature. */
const p7m: Format = {
  name: 'P7M',
  mimeType: 'application/pkcs7-mime',
  matches: ({ signature }) => signature?.extension === 'p7m',
  convert: (source) => asUnreadable('P7M', convert(source)),
};

async function* convert(source: Source): AsyncGenerator<string> {
  if (source.size > maxSize)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      'The signed file is larger than 64 MB, the most that can be read: send it without its signature',
    );
  const content = readSignedContent(await readFile(source.path));
  if (!content)
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      'The file holds a signature and not what was signed: send that instead',
    );
  const isMail = /^content-type:/im.test(content.toString('latin1', 0, 2_048));
  const fileName = isMail ? 'message.eml' : source.fileName.replace(/\.p7m$/i, '');
  yield* (await source.convertPart({ fileName, declaredType: null, content })).markdown;
}

const extensions = new Set(['json', 'jsonl', 'ndjson', 'geojson', 'webmanifest']);
const types = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|x-ndjson|jsonl|json-seq)$/;
/** An object with a name, or an array of objects: no prose begins so. */
const beginning = /^\ufeff?\s*(?:\[\s*)?\{\s*"(?:[^"\\\n]|\\.){0,1000}"\s*:/;

/** JSON, and files with a value in each line: objects as lists below headings, arrays of like objects as tables. */
const json: Format = {
  name: 'JSON',
  mimeType: 'application/json',
  matches: (sample) =>
    isPlainText(sample) &&
    (extensions.has(sample.extension) || types.test(sample.declaredType) || beginning.test(sample.text)),
  convert: ({ bytes, declaredCharset, reportNotRead }) => {
    const items = readItems(decodeText(bytes, () => [declaredCharset]));
    return asUnreadable('JSON', writeItems(withoutBinary(items, reportNotRead)));
  },
};

/** Every format that can be read; the first that matches a file reads it, and plain text matches any text. */
export const formats: readonly Format[] = [
  ...[pdf, docx, doc, pptx, ppt, odt, odp, rtf],
  ...[xlsx, xls, ods, xlsb, xmlWorkbook, epub, msg, p7m],
  ...flatOffice,
  ...images,
  ...[html, xml, mbox, eml, notebook, json, subtitles, calendar, contacts, csv, markdown, text],
];
