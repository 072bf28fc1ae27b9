import { contentTokens, type Language } from '@docfleet/text-analysis';
import type { CitedSentence } from './citations.ts';
import { findDifference, withoutOpening } from './compare.ts';
import type { Premise } from './compare-quantities.ts';
import { hasScattered, type Span, wordsOf } from './find-quote.ts';
import { findUnknownName, languageOf, type NameSource } from './names.ts';
import { quantitiesOf } from './quantities.ts';
import { type ChunkSupport, findBestStatement, type Support, shareOf } from './support.ts';

/** A place in a chunk that a sentence rests on. */
export interface Evidence {
  readonly chunk: ChunkSupport;
  readonly span: Span;
}

export const unverifiedReasons = [
  'NO_CITATION',
  'UNKNOWN_PASSAGE',
  'QUOTE_NOT_FOUND',
  'NOT_SUPPORTED',
  'NUMBER_NOT_CITED',
  'NAME_NOT_CITED',
  'CONTRADICTED',
  'NOT_CONFIRMED',
  'NOT_AN_ANSWER',
  'REPEATED',
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];

export type Verdict =
  | { readonly kind: 'verified'; readonly evidence: readonly Evidence[] }
  /** Says nothing by itself: a line that leads to the next. */
  | { readonly kind: 'lead' }
  /** `places`: the statements that it is nearest to; by their words alone where `isGuess`. */
  | {
      readonly kind: 'unverified';
      readonly reason: UnverifiedReason;
      readonly places?: readonly Evidence[] | undefined;
      readonly isGuess?: boolean;
    };

/** Minimum number of words of a quote: shorter ones are found anywhere. */
const minQuotedWords = 3;
/** Minimum share of a sentence's words in the statement that it is taken to rest on: with a citation without a quote, and without a citation. */
const minShareOfCited = 0.5;
const minShareOfUncited = 0.6;
/** Minimum share in the statement of the cited passages that is quoted in its place, if that answers the question. */
const minShareOfNearest = 0.25;
/** Minimum share of a sentence's words in two statements together, and of those that only the second has. */
const minShareOfTwo = 0.7;
const minShareOfSecond = 0.25;
/** Minimum number of words of a sentence without a citation: fewer stand in some statement by chance. */
const minUncitedWords = 3;
/** The sign before an entry of a list: a short one may be a statement of its own, and is cited behind what follows it. */
export const entry = /^\s*(?:[-*+•]|\d+[.)])\s+/u;
/** Minimum share of a sentence's words in the chunks that it cites, where both are in one language. */
const minShareOfChunks = 0.3;
/** Maximum length of a sentence that is compared; longer ones are removed, as comparing them would take seconds. */
const maxSentenceCharacters = 4_000;
const maxLeadWords = 16;
const maxSumWords = 6;

/** A quote that says enough to be looked for. */
const usableQuote = (quote: string | undefined) =>
  quote !== undefined && wordsOf(quote).length >= minQuotedWords ? quote : undefined;

/** The place of a quote in the passage that is cited, and where it stands in one other document alone, there: models mistake the numbers of passages. */
function findQuoted(
  quote: string,
  cited: readonly ChunkSupport[],
  all: readonly ChunkSupport[],
): Evidence | undefined {
  const placesIn = (chunks: readonly ChunkSupport[]) =>
    chunks.flatMap((chunk) => {
      const span = chunk.find(quote);
      return span ? [{ chunk, span }] : [];
    });
  const [own] = placesIn(cited);
  if (own) return own;
  const places = placesIn(all);
  const documents = new Set(places.map(({ chunk }) => chunk.found.chunk.documentId));
  return documents.size === 1 ? places[0] : findScattered(quote, cited);
}

/** The statement of which a quote leaves some words out: the sentence is compared with all of it. */
function findScattered(quote: string, cited: readonly ChunkSupport[]): Evidence | undefined {
  for (const chunk of cited)
    for (const span of chunk.statements)
      if (hasScattered(chunk.found.text.slice(span.start, span.end), quote)) return { chunk, span };
  return undefined;
}

/** The statements that have most of a sentence's words: of each passage one, and two of all passages that have most of them together. */
function findUnquoted(sentence: string, passages: readonly (readonly ChunkSupport[])[]): Evidence[] {
  const alone = passages.flatMap((chunks) => findBestStatement(sentence, chunks) ?? []);
  const found = alone.filter(({ share }) => share >= minShareOfCited);
  const all = passages.flat();
  const first = findBestStatement(sentence, all);
  const second = first && findBestStatement(sentence, all, first.terms);
  if (!second || second.share < minShareOfTwo || second.share - first.share < minShareOfSecond) return found;
  return [...found, first, second];
}

/** The statements that have most of the words of a sentence whose citations say nothing: of the passages that it cites, or of all. */
function findNearest({ text, citations }: CitedSentence, support: Support): Evidence[] {
  const cited = citations.flatMap(({ passage }) => support.ofPassage(passage) ?? []);
  const best = findBestStatement(text, cited);
  if (best && best.share >= minShareOfNearest) return [best];
  const any = findBestStatement(text, support.all);
  const isEnough = contentTokens(text).length >= minUncitedWords;
  return any && isEnough && any.share >= minShareOfUncited ? [any] : [];
}

function findAllEvidence(
  { text, citations }: CitedSentence,
  support: Support,
): Evidence[] | UnverifiedReason {
  if (citations.length === 0) {
    const best = findBestStatement(text, support.all);
    if (contentTokens(text).length < minUncitedWords) {
      const isEntry = best && entry.test(text) && isStatement(text.replace(entry, ''), best);
      return isEntry ? [best] : 'NO_CITATION';
    }
    return best && best.share >= minShareOfUncited ? [best] : 'NO_CITATION';
  }
  const evidence: Evidence[] = [];
  const unquoted = new Set<readonly ChunkSupport[]>();
  let reason: UnverifiedReason = 'UNKNOWN_PASSAGE';
  for (const { passage, quote } of citations) {
    const chunks = support.ofPassage(passage);
    const usable = usableQuote(quote);
    if (chunks) reason = quote === undefined ? 'NOT_SUPPORTED' : 'QUOTE_NOT_FOUND';
    if (usable === undefined && chunks) unquoted.add(chunks);
    const found = usable === undefined ? undefined : findQuoted(usable, chunks ?? [], support.all);
    if (found) evidence.push(found);
  }
  const places = [...evidence, ...findUnquoted(text, [...unquoted])];
  return places.length > 0 ? places : reason;
}

/** Whether most of a sentence is in none of the chunks that it cites, in their own language. */
function isForeign(text: string, language: Language | undefined, chunks: readonly ChunkSupport[]): boolean {
  const comparable = chunks.filter((chunk) => chunk.language === language);
  if (comparable.length < chunks.length || language === undefined) return false;
  const terms = new Set(chunks.flatMap((chunk) => [...chunk.terms]));
  const tokens = contentTokens(text, [language]);
  // A sum may be all that a short sentence says.
  if (tokens.length < maxSumWords && quantitiesOf(text).length > 0) return false;
  return shareOf(tokens, terms) < minShareOfChunks;
}

/** Marks of Markdown; an underscore within a word is a part of it. */
const markup = /(?:[*`]|(?<![\p{L}\p{N}])_){1,3}(?=\S)|(?<=\S)(?:[*`]|_(?![\p{L}\p{N}])){1,3}/gu;

const keysOf = (text: string) =>
  wordsOf(text)
    .map(({ key }) => key)
    .join(' ');

/** Whether a sentence is a statement that it quotes, word for word. */
export const isStatement = (claim: string, { chunk, span }: Evidence): boolean =>
  keysOf(claim) === keysOf(chunk.around(span).statement);

/** Words for what follows, which say nothing of it. */
const leadWords =
  /(?<!\p{L})(?:following|follows|below|here|these|items?|things?|points?|steps?|list|folgende\p{L}*|punkte?|schritte?|suivante?s?|points?|étapes?|éléments?)(?!\p{L})/giu;

/** A line without a claim of its own: of marks alone, a heading, the head of a table, or one that ends with a colon, in words of question and passages. */
function isLead(text: string, support: Support, isHead: boolean): boolean {
  const words = wordsOf(text);
  if (words.length === 0) return true;
  if (!(isHead || /:\s*$|^\s*#{1,6}\s/u.test(text)) || words.length > maxLeadWords) return false;
  const isKnown = support.all.some(
    (chunk) => findUnknownName(text, chunk.language, chunk.names, support.ordinaryWords) === undefined,
  );
  const said = text.replace(leadWords, ' ');
  const small = (alternatives: readonly string[]) =>
    alternatives.some((term) => support.ordinaryWords.has(term));
  const isSupported = contentTokens(said, support.languages).every(
    (alternatives) =>
      small(alternatives) || support.all.some((chunk) => shareOf([alternatives], chunk.terms) === 1),
  );
  return isKnown && isSupported && quantitiesOf(text).length === 0;
}

/** Whether a place is a heading, which names what follows and says nothing of it. */
export const isHeading = ({ chunk, span }: Evidence): boolean =>
  /^#{1,6}\s/u.test(chunk.around(span).statement);

function premiseOf(evidence: readonly Evidence[], { asked }: Support): Premise {
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))];
  const places = evidence.map(({ chunk, span }) => chunk.around(span));
  return {
    statements: [...new Set(places.map(({ statement }) => statement))],
    rows: places.flatMap(({ statement, head }) => (head === '' ? [] : [{ head, row: statement }])),
    context: [...new Set(places.map(({ context }) => context))].join('\n'),
    asked,
    language: chunks[0]?.language,
    terms: new Set(chunks.flatMap(({ terms }) => [...terms])),
    quantities: chunks.flatMap(({ quantities }) => quantities),
  };
}

const sourceOf = (chunks: readonly ChunkSupport[], { terms }: Premise): NameSource => ({
  words: new Set(chunks.flatMap(({ names }) => [...names.words])),
  sequence: chunks.map(({ names }) => names.sequence).join(' '),
  terms,
  languages: chunks.flatMap(({ language }) => language ?? []),
});

/**
 * Judges a sentence: each quote has to occur in a chunk of the passage that it cites, and the sentence has to follow from the statements
 * that are quoted: their numbers, names, order, and what they affirm and deny. A sentence without a quote rests on the statement that has most of
 * its words. `isHead` says that it is the head of a table, and nothing of what its rows say.
 */
export function verifySentence(sentence: CitedSentence, support: Support, isHead = false): Verdict {
  const text = sentence.text.replace(markup, '');
  if (text.length > maxSentenceCharacters) return { kind: 'unverified', reason: 'NOT_SUPPORTED' };
  if (sentence.citations.length === 0 && isLead(text, support, isHead)) return { kind: 'lead' };
  const claim = withoutOpening(text.replace(entry, ''));
  const evidence = findAllEvidence({ ...sentence, text }, support);
  if (typeof evidence === 'string')
    return {
      kind: 'unverified',
      reason: evidence,
      places: findNearest({ ...sentence, text }, support),
      isGuess: true,
    };
  const reason = findFault(claim, evidence, support);
  if (!reason) return { kind: 'verified', evidence };
  const beside = findBeside(claim, sentence, evidence);
  if (beside && findFault(claim, [beside], support) === undefined)
    return { kind: 'verified', evidence: [beside] };
  return { kind: 'unverified', reason, places: beside ? [beside] : evidence };
}

/** Why a claim does not follow from the places that it rests on; undefined where it does as far as words show. */
function findFault(
  claim: string,
  evidence: readonly Evidence[],
  support: Support,
): UnverifiedReason | undefined {
  if (evidence.every(isHeading)) return 'NOT_SUPPORTED';
  if (evidence.some((one) => isStatement(claim, one))) return undefined;
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))];
  const language = languageOf(
    claim,
    chunks.flatMap((chunk) => chunk.language ?? []),
  );
  const premise = premiseOf(evidence, support);
  if (findUnknownName(claim, language, sourceOf(chunks, premise), support.ordinaryWords) !== undefined)
    return 'NAME_NOT_CITED';
  if (isForeign(claim, language, chunks)) return 'NOT_SUPPORTED';
  return findDifference(claim, premise, language);
}

/** The statement on the line of a quote that has most of a sentence: of an entry that says several things models quote the first. */
function findBeside(
  claim: string,
  { citations }: CitedSentence,
  evidence: readonly Evidence[],
): Evidence | undefined {
  if (!citations.some(({ quote }) => quote !== undefined)) return undefined;
  const isOnLine = (chunk: ChunkSupport, { start, end }: Span) =>
    evidence.some((one) => {
      const { text } = one.chunk.found;
      const [from, to] = [Math.min(start, one.span.start), Math.max(end, one.span.end)];
      return one.chunk === chunk && !text.slice(from, to).includes('\n');
    });
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))];
  const best = findBestStatement(claim, chunks, undefined, isOnLine);
  return best && best.share >= minShareOfUncited ? best : undefined;
}

/** Minimum share of a sentence's words in a statement of another document that is taken to be about the same. */
const minShareOfSame = 0.7;

/** The place in another document that says something else about what a verified sentence says: another number, or the opposite. */
export function findContradiction(
  sentence: string,
  evidence: readonly Evidence[],
  support: Support,
): Evidence | undefined {
  const claim = withoutOpening(sentence.replace(markup, ''));
  const cited = new Set(evidence.map(({ chunk }) => chunk.found.chunk.documentId));
  const others = support.all.filter(({ found }) => !cited.has(found.chunk.documentId));
  const best = findBestStatement(wordsAlone(claim), others);
  if (!best || best.share < minShareOfSame) return undefined;
  const language = languageOf(claim, best.chunk.language ? [best.chunk.language] : []);
  if (language !== best.chunk.language) return undefined;
  const difference = findDifference(claim, premiseOf([best], support), language);
  return difference === 'CONTRADICTED' || difference === 'NUMBER_NOT_CITED' ? best : undefined;
}

/** A sentence without its numbers, in which documents may differ. */
const wordsAlone = (text: string): string =>
  quantitiesOf(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
