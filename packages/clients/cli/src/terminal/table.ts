import stringWidth from 'string-width';

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Formats the time since a moment in a few characters, as `5 min`. Takes ISO 8601; returns null without a moment. */
export function age(isoString: string | null | undefined, now: number = Date.now()): string | null {
  if (!isoString) return null;
  const passedMs = now - Date.parse(isoString);
  const [ms, name] = units.find(([length]) => Math.abs(passedMs) >= length) ?? [1_000, 's'];
  const count = Math.floor(Math.abs(passedMs) / ms);
  return passedMs < 0 ? `in ${count} ${name}` : `${count} ${name} ago`;
}

/**
 * Characters that a terminal would execute rather than show: control characters of both sets, marks that change the direction of text, line
 * and paragraph separators, unpaired surrogates, and invisible tags.
 */
const obeyed = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const obeyedInLines = new RegExp(`(?!\\n)${obeyed.source}`, 'gu');

const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** An untrusted text for one line of a terminal: blanks for breaks, and `\u001b` in place of control characters. */
export const visibleLine = (text: string): string =>
  text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(obeyed, escaped);

/** Makes an untrusted text of several lines safe for a terminal: keeps its line breaks and escapes what the terminal would execute. */
export const visibleLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replaceAll(obeyedInLines, escaped);

const jsonEscape = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON that means the same and that a terminal shows as it is. */
export const visibleJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(obeyedInLines, jsonEscape);

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
