/** A heading of a level from 1 to 6; the text is Markdown of one line. */
export const headingLine = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${keepNumberSigns(text)}`;

/** Number signs after a space at the end of a heading would be taken for its end. */
function keepNumberSigns(text: string): string {
  if (!text.endsWith('#')) return text;
  let start = text.length;
  while (text[start - 1] === '#') start--;
  return start === 0 || text[start - 1] === ' ' ? `${text.slice(0, -1)}\\#` : text;
}
