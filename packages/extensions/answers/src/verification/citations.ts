/** A sentence without its citations, and those. */
export interface CitedSentence {
  readonly text: string;
  readonly citations: readonly { readonly passage: number; readonly quote: string | undefined }[];
}

/** Maximum length of a citation: without a limit, many that are opened and not closed would each be read to the end of the text. */
const quotePattern = `(?:"([^"\\n]{0,700})"|“([^”\\n]{0,700})”|„([^“”\\n]{0,700})[“”]|«([^»\\n]{0,700})»)`;
/** Numbers one by one and as ranges, each perhaps as a footnote's. */
const numbersPattern = `\\^?(\\d{1,3}(?:\\s*[,–-]\\s*\\^?\\d{1,3})*)`;
/** The signs behind the numbers of a citation: brackets with other numbers, "[0.95, 0.98]" and "[2024]", are text. */
const behindNumbers = `(?=\\s*(?:[\\]】:†"“„«]|,\\s*[^\\d\\s]))`;
/** The target of a link that models make of a number, at times with the wrong bracket behind it. */
const target = `(?:\\((?:#|https?:)[^()\\]\\s]{0,200}[)\\]])?`;
/** Begins where the blanks before it do, and reads blanks in one way only: three ways took minutes for a line of blanks. */
const citation = new RegExp(
  `(?<!\\s)\\s*(?:\\[{1,2}|【)\\s*(?:(?:source|document|doc|passage|quelle|id)[ :]{0,2})?${numbersPattern}${behindNumbers}\\s*(?:(?:[:,†]\\s*)?${quotePattern})?[^\\]】\\n]{0,40}(?:\\]{1,2}|】)${target}`,
  'giu',
);
/**
 * A citation in round brackets: a number, a colon and a quote of more than a word, at the end of a statement. Brackets as in "from 1 to 5
 * (5: "excellent")" are text, and so are all of a sentence that cites in square ones.
 */
const roundCitation = new RegExp(
  `(?<!\\s)\\s*\\((\\d{1,3}):\\s?${quotePattern}\\)(?=\\s*(?:$|[.!?,;:\\n]|\\(\\d{1,3}:))`,
  'gu',
);
const hasWords = (quote: string) => /\S\s+\S/.test(quote) || quote.length > 15;
/** Placeholder of a citation that was taken out: a character that no text contains. */
const gap = '\ufdd0';
/** Emphasis of a citation, of which nothing is left. */
const emptyEmphasis = /[^\S\n]*(\*{1,3}|_{1,3})\ufdd0+\1/gu;

/** Maximum number of citations of a sentence; a model that is stuck writes thousands. */
const maxCitations = 16;

const isIn = (ranges: readonly (readonly [start: number, end: number])[], at: number) =>
  ranges.some(([start, end]) => at > start && at < end);

/** The numbers of a citation, with those between the ends of a range. */
function numbersOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/u).map((one) => Number(one.replace('^', '')));
    if (last < first || last - first >= maxCitations) return [first, last];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** The places in code of a text, where a bracket without a quote is no citation: `items[0]`. */
const codeIn = (text: string): readonly (readonly [start: number, end: number])[] =>
  text.includes('`')
    ? [...text.matchAll(/(?<!`)(`{1,3})(?!`)[^`]{1,2000}\1/gu)].map(({ 0: code, index }) => [
        index,
        index + code.length,
      ])
    : [];

type Citation = CitedSentence['citations'][number];

/** Takes citations of one form out of a text, which are added to `found`. */
function takeOut(text: string, form: RegExp, found: Citation[]): string {
  const code = codeIn(text);
  return text.replace(form, (...match: unknown[]) => {
    const [whole, numbers, ...rest] = match;
    const at = rest[4] as number;
    const quote = rest.slice(0, 4).find((one) => typeof one === 'string' && one.trim() !== '') as
      | string
      | undefined;
    const isText =
      form === roundCitation
        ? quote === undefined || !hasWords(quote)
        : quote === undefined && isIn(code, at);
    if (isText) return String(whole);
    found.push(...numbersOf(String(numbers)).map((passage) => ({ passage, quote })));
    return gap;
  });
}

/** Takes the citations out of what the model wrote; those that it repeats are one. */
export function readCitations(sentence: string): CitedSentence {
  const citations: Citation[] = [];
  const squareOut = takeOut(sentence, citation, citations);
  const marked = citations.length > 0 ? squareOut : takeOut(sentence, roundCitation, citations);
  const distinct = new Map(citations.map((one) => [`${one.passage} ${one.quote ?? ''}`, one]));
  return {
    text: marked.replace(emptyEmphasis, '').replaceAll(gap, ''),
    citations: [...distinct.values()].slice(0, maxCitations),
  };
}

const rowEnd = /(?<=^[^\S\n]*\|[^\n]*)\s*\|$/mu;
const fenceEnd = /^([\s>]*)(?:`{3,}|~{3,})$/u;

/**
 * A sentence with its marks: behind it, in the last cell of a row, as a table ends where something stands behind its rows, and on the line
 * below code, as a fence with something behind it closes nothing.
 */
export function withMarks(text: string, marks: string): string {
  if (marks === '') return text;
  const last = text.lastIndexOf('\n') + 1;
  const line = text.slice(last);
  const [, indent] = (last > 0 && fenceEnd.exec(line)) || [];
  if (indent !== undefined) return `${text}\n${indent}${marks}`;
  return rowEnd.test(line)
    ? `${text.slice(0, last)}${line.replace(rowEnd, ` ${marks} |`)}`
    : `${text} ${marks}`;
}
