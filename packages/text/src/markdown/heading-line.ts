/** A heading of a level from 1 to 6; the text is Markdown of one line. */
export const headingLine = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${keepNumberSigns(text.replace(escapedNumber, '$1'))}`;

/** Where a line begins with a number it would be an item of a list; in a heading it is not. */
const escapedNumber = /^([*_[]*\d{1,9})\\(?=[.)](?:\s|$))/;

/** Number signs after a space at the end of a heading would be taken for its end. */
function keepNumberSigns(text: string): string {
  if (!text.endsWith('#')) return text;
  let start = text.length;
  while (text[start - 1] === '#') start--;
  return start === 0 || text[start - 1] === ' ' ? `${text.slice(0, -1)}\\#` : text;
}
