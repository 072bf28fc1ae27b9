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

/** Places between which an excerpt may begin: sliding it token by token gains nothing. */
const step = 8;

/**
 * First id of whole words in BERT's vocabulary, which is ordered by falling frequency. By Zipf's law the logarithm of a word's rank is its
 * information.
 */
const firstWord = 1_996;
const informationOf = (id: number): number => Math.log(Math.max(1, id - firstWord + 1) + 1);

export interface Excerpted {
  /** A text's tokens, the first and the last of which stand for the whole. */
  readonly ids: readonly number[];
  /** Tokens after the first that are always kept: the title's. */
  readonly kept: number;
  readonly query: ReadonlySet<number>;
  /** Maximum of tokens of the excerpt. */
  readonly length: number;
}

/** Scores a span of tokens by the query's words in it: each once by its information, and a little more for repetitions. */
function worthOf(tokens: readonly number[], query: ReadonlySet<number>): number {
  const counts = new Map<number, number>();
  for (const id of tokens) if (query.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].reduce((sum, [id, count]) => sum + informationOf(id) * (1 + Math.log(count)), 0);
}

/** The beginning of a text and the stretch behind it that has the most of the query, the first such; the text itself where it is as short. */
export function excerptOf({ ids, kept, query, length }: Excerpted): readonly number[] {
  if (ids.length <= length) return ids;
  const body = ids.slice(1 + kept, -1);
  const size = length - 2 - kept;
  let best = body.slice(0, size);
  for (let start = step; start < body.length - size + step; start += step) {
    const stretch = body.slice(Math.min(start, body.length - size)).slice(0, size);
    if (worthOf(stretch, query) > worthOf(best, query)) best = stretch;
  }
  return [...ids.slice(0, 1 + kept), ...best, ids.at(-1) as number];
}
