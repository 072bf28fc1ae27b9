import stringWidth from 'string-width';
import { visibleLine } from './visible-text.ts';

const gap = '  ';
const narrowestColumn = 8;

/** Cuts a text to this many columns of a terminal, with an ellipsis where something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/**
 * Formats rows as lines that fit the width; shortens the widest columns first, but never a column named ID, because a truncated id
 * is useless. The first row holds the column names. Control characters in cells are made visible.
 */
export function tableLines(rows: readonly (readonly string[])[], width: number): string[] {
  const cells = rows.map((row) => row.map(visibleLine));
  const widths = fit(
    (cells[0] ?? []).map((name, column) => ({
      wanted: Math.max(...cells.map((row) => stringWidth(row[column] ?? ''))),
      isWhole: name === 'ID',
    })),
    width,
  );
  return cells.map((row) =>
    row
      .map((cell, column) => pad(cutToWidth(cell, widths[column] ?? 0), widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Takes from the widest column until all fit, or none can be shortened further. */
function fit(columns: readonly { wanted: number; isWhole: boolean }[], width: number): number[] {
  const widths = columns.map(({ wanted }) => wanted);
  for (;;) {
    const total = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1));
    const widest = Math.max(...widths.filter((_, column) => !columns[column]?.isWhole));
    if (total <= width || widest <= narrowestColumn) return widths;
    const column = widths.findIndex((one, index) => one === widest && !columns[index]?.isWhole);
    widths[column] = widest - 1;
  }
}
