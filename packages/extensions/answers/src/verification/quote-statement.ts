import { analyzeText, contentTokens, type Language, plainWord } from '@docfleet/text-analysis';
import { isSame } from './arithmetic.ts';
import { withoutOpening } from './compare.ts';
import { wordsOf } from './find-quote.ts';
import { canAnswer, groundsOf } from './kind-of-question.ts';
import { negators, turningStarts, without } from './lexicon.ts';
import { languageOf } from './names.ts';
import { quantitiesOf } from './quantities.ts';
import { type Around, type ChunkSupport, type Support, shareOf } from './support.ts';
import {
  type Evidence,
  entry,
  isHeading,
  isStatement,
  type UnverifiedReason,
  type Verdict,
} from './verify-sentence.ts';

/** Statements of documents that stand in place of a sentence of the model. */
interface Quotation {
  /** Whole statements, each with its words in one line, and these in quotation marks. */
  readonly statements: readonly (Evidence & { readonly words: string; readonly text: string })[];
  /** Whether the sentence in whose place they stand follows from them as far as rules for words show. */
  readonly isVerified: boolean;
}

/** Minimum share of a sentence's words in what it quotes with which it is shown as written: with fewer, rules for words judge it hardly better than chance. */
const minShareAsWritten = 0.7;
/** Minimum share of the question's words, without those of what the document is about, in a statement that answers it. */
const minShareOfAsked = 0.3;
const maxStatements = 3;
/** Maximum length of a quotation, as it is shown whole or not at all. */
const maxQuotationLength = 1_000;
/** Minimum number of words of a statement that is understood by itself. */
const minStatementWords = 3;

interface Places {
  readonly evidence: readonly Evidence[];
  readonly languages: readonly Language[];
  /** Terms of the statements with their headings, names and heads of tables. */
  readonly terms: ReadonlySet<string>;
  readonly topic: ReadonlySet<string>;
}

function placesOf(evidence: readonly Evidence[]): Places {
  const chunks = [...new Set(evidence.map(({ chunk }) => chunk))];
  const terms = evidence.flatMap(({ chunk, span }) => {
    const { statement, context } = chunk.around(span);
    return [...analyzeText(`${statement}\n${context}`, chunk.language).terms];
  });
  return {
    evidence,
    languages: chunks.flatMap(({ language }) => language ?? []),
    terms: new Set(terms),
    // Takes each statement of the chunk apart: few sentences need it.
    get topic() {
      return new Set(chunks.flatMap(({ topic }) => [...topic]));
    },
  };
}

type Tokens = readonly (readonly string[])[];

/** Whether a sentence has a word of the question that its statements do not have: models say of these what the question asks of something else. */
function takesFromQuestion(said: Tokens, places: Places, { asked }: Support): boolean {
  const taken = said.filter(
    (token) => token.some((term) => asked.has(term)) && !token.some((term) => places.terms.has(term)),
  );
  if (taken.length === 0) return false;
  const { topic } = places;
  return taken.some((token) => !token.some((term) => topic.has(term)));
}

/** Whether a text is in another language than the statements. */
const isForeign = (text: string, { languages }: Places): boolean => {
  const language = languageOf(text, languages);
  return language !== undefined && !languages.includes(language);
};

const yes =
  /^[^\p{L}]*(?:yes|sure|certainly|of course|absolutely|correct|true|ja|natürlich|gerne|richtig|oui|bien sûr|vrai|sí|sì)(?!\p{L})/iu;

/** Signs of a text that says something against, or of some cases alone. */
const signsOf = (text: string): string =>
  (text.match(/[\p{L}'’]+/gu) ?? [])
    .flatMap((word) => {
      const plain = plainWord(word);
      if (negators.test(plain) || /n['’]t$/u.test(plain)) return ['not'];
      if (turningStarts.test(plain)) return ['unless'];
      if (without.test(plain)) return ['without'];
      return /^(?:only|nur|lediglich|seulement|uniquement)$/u.test(plain) ? ['only'] : [];
    })
    .toSorted()
    .filter((sign, at, all) => sign !== all[at - 1])
    .join(' ');

/** Whether the statements have another number of the kind that a sentence names: which of them is meant, words do not show for sure. */
function hasOtherNumber(sentence: string, statements: string): boolean {
  const said = quantitiesOf(sentence);
  return quantitiesOf(statements).some(
    (stated) =>
      !said.some((one) => isSame(one, stated)) &&
      said.some(({ kind, unit }) => kind === stated.kind && unit?.dimension === stated.unit?.dimension),
  );
}

/** Whether a sentence says the same against something as its statements, and with all of their numbers of its kind. */
function isOfOneSign(sentence: string, evidence: readonly Evidence[]): boolean {
  const statements = evidence.map(({ chunk, span }) => chunk.around(span).statement).join('\n');
  const signs = signsOf(statements);
  return (
    signsOf(sentence) === signs &&
    !(yes.test(sentence) && signs.includes('not')) &&
    !hasOtherNumber(sentence, statements)
  );
}

/** Whether a verified sentence is so near to its statements that it is shown as the model wrote it: across languages, whether a number or a word shows that it is about the same. */
function isShownAsWritten(sentence: string, evidence: readonly Evidence[], support: Support): boolean {
  const claim = withoutOpening(sentence);
  if (evidence.some((one) => isStatement(claim, one))) return isOfOneSign(sentence, evidence);
  const places = placesOf(evidence);
  const said = contentTokens(claim, places.languages);
  const share = shareOf(said, places.terms);
  if (isForeign(claim, places)) return share > 0 || quantitiesOf(claim).length > 0;
  return (
    share >= minShareAsWritten && isOfOneSign(sentence, evidence) && !takesFromQuestion(said, places, support)
  );
}

/** Words of questions that ask about a document as a whole, or for an answer at all. */
const general =
  /(?<!\p{L})(?:documents?|docs|texts?|pages?|files?|passages?|say|says|said|know|explain|describe|mention\p{L}*|summar\p{L}*|overview|information|dokumente?n?|unterlagen|seiten?|steht|stehen|sag\p{L}*|erklär\p{L}*|fass\p{L}*|zusammen\p{L}*|überblick|disent|dit|dire|expliqu\p{L}*|résum\p{L}*|aperçu)(?!\p{L})/giu;

/**
 * Whether one of the statements that stand in place of a sentence can answer the question: by its form, and by what it is about. Words of a question in another
 * language are not compared: the statements are those of a sentence that was verified then.
 */
function canQuotationAnswer(
  question: string,
  sentence: string,
  { statements, isVerified }: Quotation,
  support: Support,
): boolean {
  return statements.some(({ words, ...place }) => {
    const places = placesOf([place]);
    const isForm = () => canAnswer(question, words, groundsOf([place]));
    if (isForeign(question, places)) return isVerified && isForm();
    const asked = contentTokens(question.replace(general, ' '), places.languages);
    const own = asked.filter((token) => !token.some((term) => places.topic.has(term)));
    return (
      shareOf(own, places.terms) >= minShareOfAsked &&
      !takesFromQuestion(contentTokens(sentence, places.languages), places, support) &&
      isForm()
    );
  });
}

/** Words with which a statement refers to the one before it. */
const reference =
  /^(?:it|its|they|their|he|she|this|these|those|such|otherwise|however|but|then|er|sie|dies\p{L}*|sonst|andernfalls|jedoch|aber|dann|elles?|ils|cel(?:ui|le)-ci|cela|sinon|cependant|mais|alors)(?![\p{L}-])/iu;

/** The whole statement at a place; with the one before it where it refers to that. */
function wholeOf({ chunk, span }: Evidence): Evidence {
  const whole = chunk.around(span).span;
  const { text } = chunk.found;
  if (!reference.test(text.slice(whole.start, whole.end))) return { chunk, span: whole };
  const gap = /\s*$/u.exec(text.slice(0, whole.start))?.[0] ?? '';
  const end = whole.start - gap.length;
  if (end === 0 || /\n\s*\n/u.test(gap)) return { chunk, span: whole };
  const before = { chunk, span: { start: end - 1, end } };
  return isHeading(before) || /^\s*\|/u.test(chunk.around(before.span).statement)
    ? { chunk, span: whole }
    : { chunk, span: { start: chunk.around(before.span).span.start, end: whole.end } };
}

/** Emphasis of words in a cell; a single asterisk may refer to a note. */
const emphasized = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~)(?=\S)([^|]*?\S)\1(?![\p{L}\p{N}])/gu;

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim().replace(emphasized, '$2'));

/** The cells of a row, each behind the name of its column; undefined for a row without a head, and for a head. */
function rowText(row: string, head: string): string | undefined {
  if (head === '' || /^[\s|:-]*$/u.test(row)) return undefined;
  const names = cellsOf(head);
  const cells = cellsOf(row).flatMap((cell, at) => {
    const name = names[at] ?? '';
    return cell === '' ? [] : name === '' ? cell : `${name}: ${cell}`;
  });
  return cells.join('; ');
}

/** The heading above a place, of the chunk or of the section that it is part of. */
function headingAbove({ found }: ChunkSupport, start: number): string {
  const above = found.text.slice(0, start).matchAll(/^\s{0,3}#{1,6}\s+(.+)$/gmu);
  return [...above].at(-1)?.[1]?.trim() ?? found.chunk.location?.section?.at(-1) ?? '';
}

/** Emphasis, which may begin or end outside of a statement, and block quotes. */
const marks = /(?<![\p{L}\p{N}])[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?![\p{L}\p{N}])|^\s*>\s?/gmu;

const fence = /^\s*(?:```|~~~)/mu;
const isInCode = (text: string, at: number): boolean =>
  (text.slice(0, at).match(/^\s*(?:```|~~~)/gmu) ?? []).length % 2 === 1;

/** The words of a statement as they are quoted, in one line; undefined where they say nothing by themselves. */
function wordsToQuote({ chunk, span }: Evidence, { head, lead }: Around): string | undefined {
  const own = chunk.found.text.slice(span.start, span.end);
  if (isInCode(chunk.found.text, span.start) || fence.test(own)) return undefined;
  if (/^\s*\|/u.test(own)) return rowText(own, head);
  const isEntry = entry.test(own);
  const plain = own.replace(entry, '').replace(marks, '').replace(/\s+/gu, ' ').trim();
  if (plain.endsWith('?')) return undefined;
  // An entry may say the opposite without what stands above its list.
  const above = isEntry ? lead || headingAbove(chunk, span.start) : '';
  const words = above === '' ? plain : `${above.replace(marks, '')}: ${plain}`;
  return wordsOf(words).length < minStatementWords ? undefined : words;
}

const quotationMarks: Partial<Record<Language, readonly [string, string]>> = {
  de: ['„', '“'],
  fr: ['« ', ' »'],
};

/** Brackets with numbers are marks of citations in an answer. */
const numbered = /\[(\d+(?:\s*[,–-]\s*\d+)*)\]/gu;

/** Returns the statements at places as a quotation; undefined where none can be shown by itself. */
function quoteStatements(evidence: readonly Evidence[], isVerified: boolean): Quotation | undefined {
  const quoted = new Map<string, Quotation['statements'][number]>();
  for (const one of evidence) {
    if (isHeading(one) || quoted.size === maxStatements) continue;
    const whole = wholeOf(one);
    const words = wordsToQuote(whole, one.chunk.around(one.span));
    if (words === undefined || words.length > maxQuotationLength) continue;
    const [open, close] = quotationMarks[one.chunk.language ?? 'en'] ?? ['“', '”'];
    quoted.set(words, { ...whole, words, text: `${open}${words.replace(numbered, '($1)')}${close}` });
  }
  return quoted.size === 0 ? undefined : { statements: [...quoted.values()], isVerified };
}

/** Whether a statement has a word or a number of the sentence in whose place it stands, as far as both are of one language. */
function isAboutTheSame(sentence: string, { statements }: Quotation): boolean {
  const places = placesOf(statements);
  const said = contentTokens(withoutOpening(sentence), places.languages);
  return isForeign(sentence, places) || shareOf(said, places.terms) > 0;
}

/** A sentence whose place no quotation can take: a row of a table, a block of code. */
const isBlock = (text: string): boolean => /^\s*(?:\||```|~~~)/u.test(text);

/** A verdict where documents are quoted. */
export type QuotedVerdict =
  | Verdict
  /** The documents' own statements are shown in place of the sentence; `isAnswer`: they can answer the question. */
  | {
      readonly kind: 'quoted';
      readonly quotation: Quotation;
      readonly reason: UnverifiedReason;
      readonly isAnswer: boolean;
    };

/** Returns the verdict on a sentence where documents are quoted: the statements that it rests on or is nearest to, unless it is shown as written. */
export function quotedVerdict(
  text: string,
  verdict: Verdict,
  question: string,
  support: Support,
): QuotedVerdict {
  if (verdict.kind === 'lead') return verdict;
  const isVerified = verdict.kind === 'verified';
  if (isVerified && isShownAsWritten(text, verdict.evidence, support)) return verdict;
  const reason = isVerified ? 'NOT_SUPPORTED' : verdict.reason;
  const places = isVerified ? verdict.evidence : (verdict.places ?? []);
  const quotation = isBlock(text) ? undefined : quoteStatements(places, isVerified);
  if (!quotation) return { kind: 'unverified', reason };
  const isGuess = verdict.kind === 'unverified' && verdict.isGuess;
  const isAnswer = canQuotationAnswer(question, text, quotation, support);
  const isApt = isAnswer || (!isGuess && isAboutTheSame(text, quotation));
  return isApt ? { kind: 'quoted', quotation, reason, isAnswer } : { kind: 'unverified', reason };
}
