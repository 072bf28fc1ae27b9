import type { Format, Sample } from '../../format.ts';
import { refuseBroken } from '../../refuse-broken.ts';
import { readOds } from './ods/read-ods.ts';
import { readWorkbook } from './read-workbook.ts';
import type { SheetParts } from './sheet.ts';
import { writeSheets } from './write-sheets.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';
import { WORKBOOK_PATH } from './xlsx/workbook.ts';

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

const convertWith =
  (read: (path: string) => SheetParts): Format['convert'] =>
  ({ path }) =>
    refuseBroken('The spreadsheet is damaged: open it, save it again and send it', writeSheets(read(path)));

const holds = (name: string) => (sample: Sample) => sample.zip?.names.has(name) ?? false;

/** XLSX, XLSM and their templates: each sheet a heading and tables of what its cells show. */
export const xlsx: Format = {
  name: 'XLSX',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  matches: holds(WORKBOOK_PATH),
  convert: convertWith(readXlsx),
};

/** What XLSX holds in XML, in bytes. */
export const xlsb: Format = {
  name: 'XLSB',
  mimeType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  matches: holds('xl/workbook.bin'),
  convert: convertWith(readWorkbook),
};

export const xls: Format = {
  name: 'XLS',
  mimeType: 'application/vnd.ms-excel',
  matches: ({ oleStreams }) => oleStreams.includes('Workbook') || oleStreams.includes('Book'),
  convert: convertWith(readWorkbook),
};

export const ods: Format = {
  name: 'ODS',
  mimeType: ODS,
  matches: ({ zip }) => zip?.mimeType === ODS || zip?.mimeType === `${ODS}-template`,
  convert: convertWith(readOds),
};
