import { analyzeText, contentTokens, type Language } from '@docfleet/text-analysis';
import { type FoundChunk, maxPassageCharacters, type Passage } from '../gather-passages.ts';
import { findQuote, type Span, wordsOf } from './find-quote.ts';
import { type NameSource, nameSource, smallWords } from './names.ts';
import { quantitiesOf } from './quantities.ts';
import type { Quantity } from './units.ts';

/** Maximum number of characters around a place that are read for its statement. */
const maxReach = 1_200;
const lineEnd = /\n/u;
/** An end of a sentence: not after a digit or a short abbreviation, and not before a small letter. */
const sentenceEnd =
  /(?<!(?:\p{N}(?=\.\s+(?:\p{N}|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<!\p{L})(?:\p{Lu}|approx|bzw|ca|Dr|Mr|Mrs|No|Nr|St|vgl))(?=\.))[.!?。！？]+["')\]*_]*(?=\s+[^\p{Ll}\s])/gu;
const blockStart = /^\s*(?:[-*+•]\s|\d+[.)]\s|#{1,6}\s|\|)/u;

/** Lines of a paragraph that typesetting has broken are one: the next does not begin a block. */
function linesAround(text: string, { start, end }: Span): Span {
  let from = text.lastIndexOf('\n', start - 1) + 1;
  while (from > 1 && start - from < maxReach && !blockStart.test(text.slice(from, from + 20))) {
    const before = text.lastIndexOf('\n', from - 2) + 1;
    const line = text.slice(before, from - 1);
    if (line.trim() === '' || /^\s*(?:#{1,6}\s|\|)|[:.!?]\s*$/u.test(line)) break;
    from = before;
  }
  let to = nextLineEnd(text, end);
  const isHeading = /^\s*#{1,6}\s/u.test(text.slice(from, from + 20));
  while (!isHeading && to < text.length && to - end < maxReach) {
    const after = nextLineEnd(text, to + 1);
    const line = text.slice(to + 1, after);
    if (line.trim() === '' || blockStart.test(line) || /[:.!?]\s*$/u.test(text.slice(from, to))) break;
    to = after;
  }
  return { start: from, end: to };
}

function nextLineEnd(text: string, from: number): number {
  const at = text.slice(from).search(lineEnd);
  return at < 0 ? text.length : from + at;
}

/** The line that leads to a list which a line is an entry of, and the first line of a table that it is a row of. */
function leadOf(text: string, start: number): { readonly lead: string; readonly head: string } {
  const own = text.slice(start, start + 20);
  const isRow = /^\s*\|/u.test(own);
  if (!isRow && !blockStart.test(own)) return { lead: '', head: '' };
  let head = '';
  const lines = text
    .slice(Math.max(0, start - 4 * maxReach), start)
    .split('\n')
    .slice(0, -1);
  for (const line of lines.toReversed()) {
    if (isRow && !/^\s*\|/u.test(line)) return { lead: '', head };
    if (isRow) head = line;
    else if (/:\s*$/u.test(line)) return { lead: line.trim().replace(/:$/, ''), head };
    else if (line.trim() !== '' && !blockStart.test(line) && !/^\s{2,}/u.test(line)) break;
  }
  return { lead: '', head };
}

/** The sentences of a text that a place is in, with the line that leads to their list; their place; and the head of their table. */
function statementAt(text: string, place: Span) {
  const lines = linesAround(text, place);
  const block = text.slice(lines.start, lines.end);
  let [from, to] = [0, block.length];
  for (const { 0: found, index } of block.matchAll(sentenceEnd)) {
    const at = index + found.length;
    if (lines.start + at <= place.start) from = at;
    else if (lines.start + at >= place.end) {
      to = at;
      break;
    }
  }
  const { lead, head } = leadOf(text, lines.start);
  const own = block.slice(from, to);
  const start = lines.start + from + own.length - own.trimStart().length;
  const span = { start, end: Math.max(start, lines.start + from + own.trimEnd().length) };
  return { statement: `${lead} ${own.trim()}`.trim(), head, lead, span };
}

/** A sentence of a chunk with its terms. */
interface Statement extends Span {
  readonly terms: ReadonlySet<string>;
}

/** A statement with what stands around it. */
export interface Around {
  readonly statement: string;
  readonly context: string;
  readonly head: string;
  /** Introductory line of the list that has the statement, without its colon; empty outside of lists. */
  readonly lead: string;
  readonly span: Span;
}

/** Forms of one chunk that sentences are compared with; each part is computed when it is first needed. */
export interface ChunkSupport {
  readonly found: FoundChunk;
  find(quote: string): Span | undefined;
  readonly language: Language | undefined;
  readonly terms: ReadonlySet<string>;
  readonly statements: readonly Statement[];
  readonly names: NameSource;
  /** Its numbers, dates and times, and those of its names. */
  readonly quantities: readonly Quantity[];
  /** Terms of what it is about: those of its document's name, and those of many of its statements. */
  readonly topic: ReadonlySet<string>;
  /** The statement that a place is part of, with the line that leads to it; and what says more about it: names, headings, the head of its table. */
  around(place: Span): Around;
}

function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** A full stop within a word does not end it. Each character is read in one way only: a line of dots took minutes. */
const statement = /[^\n.!?。！？]+(?:[.!?](?=\S)[^\n.!?。！？]*)*[.!?。！？]*/gu;

function statementsOf(text: string, language: Language | undefined): Statement[] {
  return [...text.matchAll(statement)].flatMap(({ 0: found, index }) => {
    const lead = found.length - found.trimStart().length;
    const terms = new Set(analyzeText(found, language).terms);
    return terms.size === 0 ? [] : [{ start: index + lead, end: index + found.trimEnd().length, terms }];
  });
}

/** Minimum share of a chunk's statements that have what it is about. */
const minShareOfTopic = 1 / 3;

function topicOf(name: string, statements: readonly Statement[], language: Language | undefined) {
  const counts = Map.groupBy(
    statements.flatMap(({ terms }) => [...terms]),
    (term) => term,
  );
  const min = Math.max(2, minShareOfTopic * statements.length);
  const frequent = [...counts].flatMap(([term, places]) => (places.length >= min ? term : []));
  return new Set([...contentTokens(name, language ? [language] : []).flat(), ...frequent]);
}

/** Returns the forms of one chunk that sentences are compared with. */
export function supportOf(found: FoundChunk): ChunkSupport {
  const { chunk } = found;
  // The part of the chunk that the model can have read: chunks of a namespace may be many times as long.
  const text = found.text.slice(0, maxPassageCharacters);
  const words = once(() => wordsOf(text));
  const analysis = once(() => analyzeText(text));
  const statements = once(() => statementsOf(text, analysis().language));
  const titled = `${chunk.name ?? ''}\n${(chunk.location?.section ?? []).join('\n')}\n${text}`;
  const terms = once(
    () =>
      new Set([
        ...analysis().terms,
        ...analyzeText(titled.slice(0, titled.length - text.length), analysis().language).terms,
      ]),
  );
  const names = once(() => nameSource(titled, terms()));
  const quantities = once(() => quantitiesOf(titled));
  const topic = once(() => topicOf(chunk.name ?? '', statements(), analysis().language));
  return {
    found,
    find: (quote) => findQuote(words(), quote),
    get language() {
      return analysis().language;
    },
    get terms() {
      return terms();
    },
    get statements() {
      return statements();
    },
    get names() {
      return names();
    },
    get quantities() {
      return quantities();
    },
    get topic() {
      return topic();
    },
    around(place) {
      const found = statementAt(text, place);
      return { ...found, context: `${titled.slice(0, titled.length - text.length)}\n${found.head}` };
    },
  };
}

/** Everything that sentences of one answer are compared with. */
export interface Support {
  /** The chunks of a passage; undefined when there is none of this number. */
  ofPassage(number: number): readonly ChunkSupport[] | undefined;
  readonly all: readonly ChunkSupport[];
  /** Words that question and passages write in small letters. */
  readonly ordinaryWords: ReadonlySet<string>;
  readonly languages: readonly Language[];
  /** Terms of the question. */
  readonly asked: ReadonlySet<string>;
}

/** Prepares what sentences are compared with. */
export function createSupport(question: string, passages: readonly Passage[]): Support {
  const byPassage = new Map(passages.map(({ number, chunks }) => [number, chunks.map(supportOf)]));
  const all = [...byPassage.values()].flat();
  const ordinary = once(() => smallWords([question, ...all.map(({ found }) => found.text)]));
  const languages = once(() => [...new Set(all.flatMap(({ language }) => language ?? []))]);
  const asked = once(() => new Set(languages().flatMap((language) => analyzeText(question, language).terms)));
  return {
    get asked() {
      return asked();
    },
    ofPassage: (number) => byPassage.get(number),
    all,
    get ordinaryWords() {
      return ordinary();
    },
    get languages() {
      return languages();
    },
  };
}

/** The share of a sentence's words with content that a set of terms has; 1 for a sentence without any. */
export function shareOf(tokens: readonly (readonly string[])[], terms: ReadonlySet<string>): number {
  if (tokens.length === 0) return 1;
  return tokens.filter((alternatives) => alternatives.some((term) => terms.has(term))).length / tokens.length;
}

/** A statement of a chunk, and the share of a sentence's words that it has. */
interface BestStatement {
  readonly chunk: ChunkSupport;
  readonly span: Span;
  readonly terms: ReadonlySet<string>;
  readonly share: number;
}

const noTerms: ReadonlySet<string> = new Set();

/** The place of a chunk that says most of a sentence, and how much of it together with what is `said` already: the share of the sentence's words. */
export function findBestStatement(
  text: string,
  chunks: readonly ChunkSupport[],
  said: ReadonlySet<string> = noTerms,
  isEligible: (chunk: ChunkSupport, span: Span) => boolean = () => true,
): BestStatement | undefined {
  let best: BestStatement | undefined;
  const known = new Map<Language | undefined, ReturnType<typeof contentTokens>>();
  for (const chunk of chunks) {
    const { language } = chunk;
    const tokens = known.get(language) ?? contentTokens(text, language ? [language] : []);
    known.set(language, tokens);
    if (tokens.length === 0) return undefined;
    const left = tokens.filter((alternatives) => !alternatives.some((term) => said.has(term)));
    for (const span of chunk.statements) {
      if (!isEligible(chunk, span)) continue;
      const missing = (1 - shareOf(left, span.terms)) * left.length;
      const share = 1 - missing / tokens.length;
      if (share > (best?.share ?? 0)) best = { chunk, span, terms: span.terms, share };
    }
  }
  return best;
}
