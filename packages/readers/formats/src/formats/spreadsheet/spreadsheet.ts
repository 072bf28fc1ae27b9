import { asUnreadable } from '../../as-unreadable.ts';
import type { Format, Sample, Source } from '../../format.ts';
import { readOds } from './ods/read-ods.ts';
import { readWorkbook } from './read-workbook.ts';
import { readXmlWorkbook } from './read-xml-workbook.ts';
import type { SheetParts } from './sheet.ts';
import { writeSheets } from './write-sheets.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const convertWith =
  (name: string, read: (source: Source) => SheetParts): Format['convert'] =>
  (source) =>
    asUnreadable(name, writeSheets(read(source), source.locate));

const isNamed =
  (extension: string) =>
  ({ signature }: Sample) =>
    signature?.extension === extension;

/** XLSX, XLSM and their templates: each sheet a heading and tables of what its cells show. */
export const xlsx: Format = {
  name: 'XLSX',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  matches: isNamed('xlsx'),
  convert: convertWith('XLSX', readXlsx),
};

/** Excel's binary workbook: the content of an XLSX in binary records instead of XML. */
export const xlsb: Format = {
  name: 'XLSB',
  mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  matches: isNamed('xlsb'),
  convert: convertWith('XLSB', readWorkbook),
};

export const xls: Format = {
  name: 'XLS',
  mimeType: 'application/vnd.ms-excel',
  matches: isNamed('xls'),
  convert: convertWith('XLS', readWorkbook),
};

export const ods: Format = {
  name: 'ODS',
  mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
  matches: isNamed('ods'),
  convert: convertWith('ODS', readOds),
};

/** Workbooks of Excel 2003 in XML, whatever they are called. */
export const xmlWorkbook: Format = {
  name: 'XML workbooks',
  mimeType: 'application/vnd.ms-excel',
  matches: ({ text }) =>
    text !== undefined && /^\ufeff?\s*<\?xml[\s?]/.test(text) && text.includes(':office:spreadsheet"'),
  convert: convertWith('XML', readXmlWorkbook),
};
