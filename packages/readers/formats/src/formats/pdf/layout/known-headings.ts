import type { Inline, TextRun } from '../../../document-tree/tree.ts';
import { plainText } from './inlines.ts';
import type { Line } from './lines.ts';
import type { Part } from './read-blocks.ts';

/** A heading on the line that its text goes on in: lines of it, and how many pieces of the last one are its. */
interface RunIn {
  readonly from: number;
  readonly count: number;
  readonly pieces: number;
}

const maxRunInLines = 3;
/** Marks that part the heading from its text. */
const parting = /^[\s.:\u2013\u2014-]+/;
const onlyNumber = /^\s*(?:[\dA-Z]{1,3}\.?)(?:\d+\.?)*\s*$/;

const looksAlike = (a: TextRun, b: TextRun) =>
  Boolean(a.bold) === Boolean(b.bold) && Boolean(a.italic) === Boolean(b.italic);
const isWritten = (inline: Inline | undefined): inline is TextRun =>
  inline !== undefined && 'text' in inline && inline.text.replace(parting, '') !== '';

/** Whether a line begins in letters that stand out, and goes on in others. */
const mayRunIn = ({ inlines, known, monospaced }: Line) => {
  const [first, ...others] = inlines.filter(isWritten);
  if (!first || known || monospaced || !(first.bold || first.italic)) return false;
  return others.some((other) => !looksAlike(first, other));
};

/**
 * Finds a heading that its text runs on behind, in letters that stand out. `fits` says of the beginning of some lines whether it is the
 * whole title or may become it.
 */
function findRunIn(
  parts: readonly Part[],
  fits: (text: string) => 'whole' | 'beginning' | undefined,
): RunIn | undefined {
  for (let from = 0; from < parts.length; from++) {
    let text = '';
    for (let count = 1; count <= maxRunInLines; count++) {
      const part = parts[from + count - 1];
      if (part?.kind !== 'line' || part.line.known) break;
      const end = endOf(part.line, text, fits);
      if (end !== undefined) return { from, count, pieces: end };
      text = `${text} ${part.line.text}`;
      if (fits(text) !== 'beginning') break;
    }
  }
  return undefined;
}

/** Behind how many pieces of a line the title ends; undefined where it does not end within the line. */
function endOf(
  line: Line,
  before: string,
  fits: (text: string) => 'whole' | 'beginning' | undefined,
): number | undefined {
  if (!mayRunIn(line)) return undefined;
  const first = line.inlines.find(isWritten) as TextRun;
  for (let pieces = 1; pieces < line.inlines.length; pieces++) {
    const next = line.inlines.slice(pieces).find(isWritten);
    if (!next) return undefined;
    const text = `${before} ${plainText(line.inlines.slice(0, pieces))}`;
    const fit = fits(text);
    if (fit === 'whole' && !looksAlike(first, next)) return pieces;
    if (fit === undefined && !onlyNumber.test(text)) return undefined;
  }
  return undefined;
}

/** The lines of a heading and its text as parts of their own. */
function partRunIn(parts: readonly Part[], { from, count, pieces }: RunIn, level: number): Part[] {
  const at = from + count - 1;
  return parts.flatMap((part, index): Part[] => {
    if (part.kind !== 'line' || index < from || index > at) return [part];
    const { line } = part;
    const known = { level, continues: index > from };
    if (index < at) return [{ ...part, line: { ...line, known } }];
    const title = line.inlines.slice(0, pieces);
    const rest = withoutParting(line.inlines.slice(pieces));
    return [
      { ...part, line: { ...line, inlines: title, text: plainText(title), known } },
      {
        ...part,
        breaks: false,
        line: { ...line, inlines: rest, text: plainText(rest), bold: false },
      },
    ];
  });
}

/** The text behind a heading without what parts both. */
function withoutParting(inlines: readonly Inline[]): Inline[] {
  const start = inlines.findIndex(isWritten);
  return inlines
    .slice(start)
    .map((inline, index) =>
      index === 0 && 'text' in inline ? { ...inline, text: inline.text.replace(parting, '') } : inline,
    );
}

/** A heading that the document itself names: in its outline. */
export interface KnownHeading {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
}

/** The headings that an outline names, looked for on the pages that it leads to. */
export interface KnownHeadings {
  /** Whether a text is the title of a heading on a page; its number counts from 1. */
  isTitle(text: string, page: number): boolean;
  /** Whether the outline is complete: a line that it does not name is no heading. */
  readonly areComplete: boolean;
  /** Returns the parts with the lines marked that are headings of the page; `page` counts from 1. */
  mark(parts: readonly Part[], page: number): readonly Part[];
}

const maxHeadingLines = 4;
const maxTitleLength = 200;
/** An outline of fewer entries, or of fewer a page, names chapters alone. */
const minEntries = 5;
const minEntriesPerPage = 1 / 6;

const divisions =
  'chapter|appendix|part|section|kapitel|anhang|teil|abschnitt|chapitre|annexe|partie|capítulo|apéndice|capitolo|appendice|hoofdstuk|bijlage';
const numbering = new RegExp(
  String.raw`^(?:(?:${divisions})\s+[A-Z](?:\s*:\s*|\s+)|(?:(?:${divisions})\s+)?(?:[\dA-Z]{1,3}\.(?:\d+\.?)*|\d+|[IVX]+(?:-[A-Z\d]+)*\.?)[\s.:]+)(?=\S)`,
  'iu',
);
/** The Cyrillic and the dotless letter, for which pages or outlines have the Latin one. */
const likeI = /[\u0456\u0131]/g;
/** Letters and digits alone; without accents, which outlines of old programs are without. */
const letters = (text: string) => {
  const isPlain = !/[\u0080-\uffff]/.test(text);
  const lower = (isPlain ? text : text.normalize('NFKD').replace(likeI, 'i')).toLowerCase();
  return lower.replace(isPlain ? /[^a-z\d]+/g : /[^\p{L}\p{N}]+/gu, '');
};
const withoutNumber = (text: string) => letters(text.normalize('NFKC').trim().replace(numbering, ''));

/** The letters of a text, with its number and without. */
type Spellings = readonly [whole: string, bare: string];
const spellingsOf = (text: string): Spellings => [letters(text), withoutNumber(text)];

/** The spellings of lines, which are compared with each title of a page. */
function createSpellings(): (text: string) => Spellings {
  const known = new Map<string, Spellings>();
  return (text) => {
    const found = known.get(text) ?? spellingsOf(text);
    known.set(text, found);
    return found;
  };
}

interface Place {
  readonly from: number;
  readonly count: number;
  readonly line: Line;
}

const lineAt = (parts: readonly Part[], index: number) => {
  const part = parts[index];
  return part?.kind === 'line' && !part.line.isEntry ? part.line : undefined;
};

/** Finds a title, as one line or several lines below each other; undefined if it is absent. Of several matches the largest wins. */
function findTitle(
  parts: readonly Part[],
  [whole, bare]: Spellings,
  spell: (text: string) => Spellings,
): Place | undefined {
  const wanted = new Set([whole, bare].filter((text) => text !== ''));
  let best: Place | undefined;
  for (let from = 0; from < parts.length; from++) {
    const first = lineAt(parts, from);
    if (!first) continue;
    let texts: readonly string[] = spell(first.text);
    for (let count = 1; count <= maxHeadingLines; count++) {
      if (texts.some((text) => wanted.has(text))) {
        const isBetter = !best || first.size > best.line.size || (first.bold && !best.line.bold);
        if (isBetter) best = { from, count, line: first };
        break;
      }
      const next = lineAt(parts, from + count);
      const begins = texts.some(
        (text) => text.length > 1 && (whole.startsWith(text) || bare.startsWith(text)),
      );
      if (!next || !begins) break;
      const [more] = spell(next.text);
      texts = texts.map((text) => text + more);
    }
  }
  return best;
}

/** How outlines of references name a function: by its name and the number of its arguments, `start/2`. */
const modulePrefix = /^[\w.]+:(?=\w)/;
const functionTitle = /^([\p{L}_@]\w*[!?]?)\/(\d{1,2})$/u;

/** Returns the number of arguments stand in the brackets that a text begins with; undefined where they do not close. */
function countArguments(text: string): number | undefined {
  let [depth, commas] = [0, 0];
  for (const [index, letter] of [...text].entries()) {
    if ('([{<'.includes(letter)) depth++;
    // The arrow of a function's type is no bracket.
    if (')]}'.includes(letter) || (letter === '>' && text[index - 1] !== '-')) depth--;
    if (letter === ',' && depth === 1) commas++;
    if (depth === 0) return index === 1 ? 0 : commas + 1;
  }
  return undefined;
}

/** Finds a function's signature, `start(Type, Args) -> Result`, where the outline has its name and the number of its arguments. */
function findSignature(parts: readonly Part[], title: string): Place | undefined {
  const [, name = '', count = ''] = functionTitle.exec(title.trim().replace(modulePrefix, '')) ?? [];
  if (name === '') return undefined;
  for (let from = 0; from < parts.length; from++) {
    const first = lineAt(parts, from);
    const written = first?.text.trim().replace(modulePrefix, '') ?? '';
    if (!first || !written.startsWith(`${name}(`)) continue;
    let text = written.slice(name.length);
    for (let lines = 1; lines <= maxHeadingLines; lines++) {
      const found = countArguments(text);
      if (found === Number(count)) return { from, count: lines, line: first };
      const next = lineAt(parts, from + lines);
      if (found !== undefined || !next) break;
      text = `${text} ${next.text}`;
    }
  }
  return undefined;
}

/** Whether a text is a title, or how one begins. */
function fitOf(text: string, title: Spellings, spell: (text: string) => Spellings) {
  const spellings = spell(text).filter((one) => one !== '');
  if (spellings.some((one) => title.includes(one))) return 'whole';
  return spellings.some((one) => title.some((whole) => whole.startsWith(one))) ? 'beginning' : undefined;
}

function markPlace(parts: Part[], { from, count }: Place, level: number): void {
  for (let index = from; index < from + count; index++) {
    const part = parts[index];
    if (part?.kind === 'line')
      parts[index] = { ...part, line: { ...part.line, known: { level, continues: index > from } } };
  }
}

/** Prepares the headings of an outline to be found. */
export function createKnownHeadings(entries: readonly KnownHeading[], pageCount: number): KnownHeadings {
  const byPage = Map.groupBy(entries, ({ page }) => page);
  const deepest = entries.reduce((depth, { level }) => Math.max(depth, level), 0);
  const namedOn = (page: number) => byPage.get(page - 1) ?? [];
  const spellTitle = createSpellings();
  const spelledOn = (page: number) =>
    new Set(
      [...namedOn(page), ...namedOn(page - 1)].flatMap(({ title }) => spellTitle(title)).filter(Boolean),
    );
  // The page whose rows are asked for one after the other.
  let asked: { readonly page: number; readonly titles: ReadonlySet<string> } | undefined;
  // An entry may lead to the end of the page before its heading.
  let missed: { readonly page: number; readonly entries: readonly KnownHeading[] } | undefined;
  return {
    areComplete: entries.length >= Math.max(minEntries, pageCount * minEntriesPerPage) && deepest >= 2,
    isTitle(text, page) {
      if (asked?.page !== page) asked = { page, titles: spelledOn(page) };
      const { titles } = asked;
      if (titles.size === 0 || text.length > maxTitleLength) return false;
      const [whole, bare] = spellingsOf(text);
      return titles.has(whole) || titles.has(bare);
    },
    mark(parts, page) {
      const earlier = missed?.page === page - 1 ? missed.entries : [];
      let marked = [...parts];
      const spell = createSpellings();
      const isFound = ({ title, level }: KnownHeading) => {
        const free = marked.map((part) => (part.kind === 'line' && part.line.known ? taken : part));
        const place = findTitle(free, spellTitle(title), spell) ?? findSignature(free, title);
        if (place) markPlace(marked, place, level);
        const runIn = place ? undefined : findRunIn(marked, (text) => fitOf(text, spellTitle(title), spell));
        if (runIn) marked = partRunIn(marked, runIn, level);
        return place !== undefined || runIn !== undefined;
      };
      missed = { page, entries: namedOn(page).filter((entry) => !isFound(entry)) };
      for (const entry of earlier) isFound(entry);
      return marked;
    },
  };
}

/** Stands for a line that is another heading already. */
const taken: Part = { kind: 'table', rows: [], places: [], breaks: false };
