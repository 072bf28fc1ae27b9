import { type BookType, utils, write } from '@e965/xlsx';
import type { Sheet } from '../documents/sheets.ts';

/** The sheets as a workbook of this kind. */
export function writeSheets(sheets: readonly Sheet[], bookType: BookType): Uint8Array {
  const book = utils.book_new();
  for (const { name, rows } of sheets) {
    const cells = rows.map((row) =>
      row.map(({ value, shown, format }) =>
        typeof value === 'number'
          ? { t: 'n' as const, v: value, w: shown, ...(format && { z: format }) }
          : value,
      ),
    );
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), name);
  }
  return write(book, { type: 'buffer', bookType, compression: true }) as Uint8Array;
}
