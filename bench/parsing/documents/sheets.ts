import type { SourceDocument } from './document.ts';
import { createRandom } from './random.ts';
import { createWording } from './words.ts';

/** A cell's value, how a spreadsheet program shows it, and the number format that says so. */
interface ShownValue {
  readonly value: string | number;
  readonly shown: string;
  readonly format?: string;
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly ShownValue[])[];
}

/** Days from the beginning of 1900 as spreadsheets count them, and as a date. */
function someDate(day: number): ShownValue {
  const shown = new Date(Date.UTC(1899, 11, 30) + day * 86_400_000).toISOString().slice(0, 10);
  return { value: day, shown, format: 'yyyy-mm-dd' };
}

/** Sheets with texts, numbers, percentages, amounts and dates. */
export function createSheets(seed: number): Sheet[] {
  const random = createRandom(seed);
  const wording = createWording(random);
  const text = (value: string) => ({ value, shown: value });
  const percent = (thousandths: number) => ({
    value: thousandths / 1_000,
    shown: `${(thousandths / 10).toFixed(1)}%`,
    format: '0.0%',
  });
  const amount = (cents: number) => ({
    value: cents / 100,
    shown: (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
    format: '#,##0.00',
  });
  const row = () => [
    text(wording.phrase(2)),
    { value: random.below(9_000), shown: '' },
    percent(random.below(1_000)),
    amount(random.below(1e8)),
    someDate(36_526 + random.below(9_000)),
  ];
  const withShown = (cell: ShownValue) => (cell.shown === '' ? { ...cell, shown: `${cell.value}` } : cell);
  return ['Orders', 'Returns'].map((name) => ({
    name,
    rows: [
      ['Name', 'Count', 'Share', 'Amount', 'Date'].map(text),
      ...Array.from({ length: 20 }, () => row().map(withShown)),
    ],
  }));
}

/** Returns the content of the sheets as a reader sees it. */
export const documentOf = (sheets: readonly Sheet[]): SourceDocument =>
  sheets.flatMap(({ name, rows }) => [
    { kind: 'heading', level: 1, text: name } as const,
    { kind: 'table', ruled: true, rows: rows.map((cells) => cells.map(({ shown }) => shown)) } as const,
  ]);

/** A sheet of numbers and short texts. */
export function createWideSheet(rowCount: number, columnCount: number): Sheet {
  const random = createRandom(1);
  const wording = createWording(random);
  const cell = (column: number): ShownValue => {
    const value = column % 2 === 0 ? wording.some(2) : random.below(1e6);
    return { value, shown: `${value}` };
  };
  const row = () => Array.from({ length: columnCount }, (_, column) => cell(column));
  return { name: 'Wide', rows: Array.from({ length: rowCount }, row) };
}
