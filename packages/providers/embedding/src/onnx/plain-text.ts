/** Lines that are drawn: rules, borders of tables, underlines of headings, fences. */
const drawn = /^[\s|:=+*_~`\u2500-\u257f-]*$/;
const fence = /^\s*(?:`{3,}|~{3,})/;
/** Marker at the beginning of a heading, a quotation or a list item. */
const lineMark = /^\s*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
/** Links and pictures, of which the words are kept. Bounded, as brackets need not be closed. */
const link = /!?\[([^\][]{0,500})\]\([^()\s]{0,2000}(?:\s[^()]{0,200})?\)/g;
const inlineMark = /\*\*|__|`/g;
const escaped = /\\(?=[!-/:-@[-`{-~])/g;

const cellsOf = (row: string): string =>
  row
    .split(/[|│║┃]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');

function plainLine(line: string): string {
  const unmarked = line.replace(lineMark, '');
  const row = /^\s*[|│║┃]/.test(unmarked) ? cellsOf(unmarked) : unmarked;
  return row.replace(link, '$1').replace(inlineMark, '').replace(escaped, '');
}

/** The words of Markdown without its marks: for models that were trained on sentences, to which `|` and `#` are words as well. */
export const plainText = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => line === '' || (!drawn.test(line) && !fence.test(line)))
    .map(plainLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
