import { withoutUnseen } from '@docfleet/text/unseen';
import { noneKnown, safeMarkdown, standsIn } from './safe-markdown.ts';
import type { JudgeFailure } from './second-judge.ts';
import type { Usage } from './usage.ts';
import { readCitations, withMarks } from './verification/citations.ts';
import { wordsOf } from './verification/find-quote.ts';
import { canAnswer, groundsOf } from './verification/kind-of-question.ts';
import { type QuotedVerdict, quotedVerdict } from './verification/quote-statement.ts';
import type { ChunkSupport, Support } from './verification/support.ts';
import {
  type Evidence,
  findContradiction,
  type UnverifiedReason,
  verifySentence,
} from './verification/verify-sentence.ts';
import { cleanText } from './write-prompt.ts';

/** A citation of an answer; every one was verified. */
export interface Citation extends Evidence {
  readonly number: number;
}

/** A sentence of the model that is not shown, and why. */
interface Replaced {
  readonly text: string;
  readonly reason: UnverifiedReason;
}

export type AnswerPart =
  /** A sentence with the numbers of its citations, and the citations that no sentence before it has. */
  | {
      readonly type: 'sentence';
      readonly text: string;
      readonly numbers: readonly number[];
      readonly newCitations: readonly Citation[];
      readonly isVerified: boolean;
      /** The sentence of the model in whose place the documents' own statements stand. */
      readonly replaces?: Replaced | undefined;
      /** The number of the citation of another document that says something else. */
      readonly contradictedBy: readonly number[];
    }
  | ({ readonly type: 'removed' } & Replaced)
  | {
      readonly type: 'end';
      readonly reason: 'stop' | 'length' | 'refusal' | 'not-found' | 'repetition';
      readonly usage: Usage;
      /** Why the second judge confirmed nothing; undefined where it judged or was not asked. */
      readonly judgeFailure?: JudgeFailure | undefined;
      readonly isJudged?: boolean;
    };

/** Maximum number of repeated sentences, after which the answer ends: a model that is stuck says nothing more. */
const maxRepetitions = 3;
const bare = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function createCitations() {
  const known = new Map<string, Citation>();
  /** The numbers of places, which get one when they are first cited. */
  return (evidence: readonly Evidence[]) => {
    const added: Citation[] = [];
    const numbers = evidence.map((place) => {
      const key = `${place.chunk.found.hit.id} ${place.span.start} ${place.span.end}`;
      const existing = known.get(key);
      if (existing) return existing.number;
      const citation = { ...place, number: known.size + 1 };
      known.set(key, citation);
      added.push(citation);
      return citation.number;
    });
    return { numbers: [...new Set(numbers)].toSorted((a, b) => a - b), added };
  };
}

/** Sentence of the model without its citations, as written and with safe Markdown, and what the check says of it. */
export interface Judged {
  readonly written: string;
  readonly text: string;
  readonly verdict: QuotedVerdict;
}

const textsOf = (chunks: readonly ChunkSupport[]) => chunks.map(({ found }) => found.text);
/** Beginning of a sentence before its words: blanks, the sign of an entry, and that of a block quote. */
const beforeWords = /^\s*(?:>\s?)*(?:(?:[-*+•]|\d+[.)])\s+)?/u;
/** A sentence that is not shown, with safe Markdown and without the sign of an entry: it stands by itself. */
const harmless = (text: string) => safeMarkdown(text, noneKnown).replace(beforeWords, '').trim();
const removedSentence = (text: string, reason: UnverifiedReason): AnswerPart => ({
  type: 'removed',
  text: harmless(text),
  reason,
});

/** Sentences that were written before. */
function createRepetitions() {
  const seen = new Set<string>();
  let count = 0;
  return {
    areTooMany: () => count >= maxRepetitions,
    isOne(text: string): boolean {
      const key = bare(text);
      const isNew = key === '' || !seen.has(key);
      if (isNew) seen.add(key);
      else count += 1;
      return !isNew;
    },
  };
}

/** Minimum number of words in quotation marks that are taken for a quotation; fewer are a name or a button. */
const minQuotedWords = 4;
const quotation = /"([^"\n]{1,700})"|“([^”\n]{1,700})”|„([^“”\n]{1,700})[“”]|«\s?([^»\n]{1,700}?)\s?»/gu;

/** A sentence without the quotation marks around what stands in none of the chunks: in them a reader takes the model's words for the document's. */
function withoutFalseQuotations(text: string, chunks: readonly ChunkSupport[]): string {
  const stands = (words: string) =>
    wordsOf(words).length < minQuotedWords || chunks.some((chunk) => chunk.find(words) !== undefined);
  const plain = text.replace(quotation, (whole, ...parts: (string | undefined)[]) => {
    const words = parts.slice(0, 4).find((part) => part !== undefined) ?? '';
    return stands(words) ? whole : words;
  });
  return /^\s*>/u.test(plain) && !stands(plain) ? plain.replace(/^(\s*)(?:>\s?)+/u, '$1') : plain;
}

/** Makes parts of sentences, each with the leads before it and the numbers of its citations. */
function createSentences() {
  const cite = createCitations();
  let leads: string[] = [];
  let shown = 0;
  return {
    lead(text: string): void {
      leads.push(text);
    },
    add(
      text: string,
      evidence: readonly Evidence[],
      isVerified: boolean,
      other?: Evidence,
      replaces?: Replaced,
    ): AnswerPart {
      const before = leads.join('');
      leads = [];
      const { numbers, added } = cite(evidence);
      const contradiction = cite(other ? [other] : []);
      const marks = numbers.map((number) => `[${number}]`).join('');
      const whole = withMarks(`${before}${text.trimEnd()}`, marks);
      // Behind the mark of the sentence before, an opening bracket would make a link of both.
      const part = shown === 0 ? whole.trimStart() : whole.replace(/^(\s*)\(/, '$1\\(');
      shown += 1;
      const newCitations = [...added, ...contradiction.added];
      return {
        type: 'sentence',
        text: part,
        numbers,
        newCitations,
        isVerified,
        ...(replaces && { replaces }),
        contradictedBy: contradiction.numbers,
      };
    },
  };
}

/** Heads of tables: the first row behind what is no row. */
function createHeads() {
  const isRow = (line: string) => /^\s*\|/u.test(line);
  let isWithin = false;
  return {
    isOne(text: string): boolean {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const isFirst = !isWithin && lines.filter(isRow).length === 1;
      isWithin = lines.length > 0 && isRow(lines.at(-1) ?? '');
      return isFirst && isWithin;
    },
  };
}

/** Everything that sentences are compared with, and what is shown of those that cannot be verified. */
export interface Shown {
  readonly question: string;
  readonly support: Support;
  /** Nothing; the sentences, marked; or what the documents say in their place: then sentences in words of their own count as such. */
  readonly unverified: 'remove' | 'mark' | 'quote';
}

/** The text of a footnote, which models write below an answer: what it quotes is cited where it is referred to. */
const footnote = /^\s*\[\^\d{1,3}\]:\s/u;

type VerdictOf<Kind> = Extract<Judged['verdict'], { readonly kind: Kind }>;

/** Shows quotations in place of sentences, each statement once. */
function createQuotations(sentences: ReturnType<typeof createSentences>, support: Support) {
  const said = new Set<string>();
  return {
    /** Notes a sentence that is shown as written: a statement that it repeats word for word is not quoted again. */
    note: (text: string) => said.add(bare(text)),
    show({ written, text }: Judged, { quotation, reason }: VerdictOf<'quoted'>): AnswerPart {
      const fresh = quotation.statements.filter(({ words }) => !said.has(bare(words)));
      if (fresh.length === 0) return removedSentence(text, reason);
      for (const { words } of fresh) said.add(bare(words));
      const quoted = fresh.map((one) => one.text).join(' ');
      const words = safeMarkdown(quoted, standsIn(textsOf(fresh.map(({ chunk }) => chunk))));
      const other = findContradiction(quoted, fresh, support);
      const replaces = { text: harmless(text), reason };
      return sentences.add(`${beforeWords.exec(written)?.[0] ?? ''}${words}`, fresh, true, other, replaces);
    },
  };
}

/** Turns what the model writes into sentences that may be shown. */
export function createJudge(shown: Shown) {
  const { question, support, unverified } = shown;
  const sentences = createSentences();
  const quotations = createQuotations(sentences, support);
  const repetitions = createRepetitions();
  const heads = createHeads();
  return {
    hasStuck: repetitions.areTooMany,
    /** Compares a sentence of the model with its citations; undefined for an empty one. */
    verify(written: string): Judged | undefined {
      // A mark that turns the direction of a text turns what stands behind it too: neither prompts nor answers have any.
      const read = readCitations(cleanText(withoutUnseen(written)));
      const cited = { ...read, text: safeMarkdown(read.text, standsIn(textsOf(support.all))) };
      const { text } = cited;
      if (text.trim() === '' || footnote.test(written)) return undefined;
      const isHead = heads.isOne(text);
      const judged = { written: read.text, text };
      if (repetitions.isOne(text)) return { ...judged, verdict: { kind: 'unverified', reason: 'REPEATED' } };
      const verdict = verifySentence(cited, support, isHead);
      return {
        ...judged,
        verdict: unverified === 'quote' ? quotedVerdict(text, verdict, question, support) : verdict,
      };
    },
    /** Returns the parts of an answer that come of a sentence. */
    show(judged: Judged): AnswerPart[] {
      const { written, text, verdict } = judged;
      switch (verdict.kind) {
        case 'verified': {
          const places = textsOf(verdict.evidence.map(({ chunk }) => chunk));
          const other = findContradiction(text, verdict.evidence, support);
          const quoted = withoutFalseQuotations(written, support.all);
          quotations.note(text);
          return [sentences.add(safeMarkdown(quoted, standsIn(places)), verdict.evidence, true, other)];
        }
        case 'quoted':
          return [quotations.show(judged, verdict)];
        case 'unverified':
          return unverified === 'mark' && verdict.reason !== 'REPEATED'
            ? [sentences.add(safeMarkdown(written, noneKnown), [], false)]
            : [removedSentence(text, verdict.reason)];
        case 'lead':
          sentences.lead(text);
          return [];
      }
    },
  };
}

/** Holds sentences until one of them can be an answer to the question by its form; without one, none is shown. */
export function createGate(question: string, show: (judged: Judged) => AnswerPart[]) {
  let held: Judged[] | undefined = [];
  const isAnswer = ({ text, verdict }: Judged): boolean => {
    if (verdict.kind === 'verified') return canAnswer(question, text, groundsOf(verdict.evidence));
    return verdict.kind === 'quoted' && verdict.isAnswer;
  };
  const refuse = (judged: Judged): Judged => {
    const { kind } = judged.verdict;
    if (kind === 'quoted')
      return { ...judged, verdict: { kind: 'unverified', reason: judged.verdict.reason } };
    return kind === 'verified'
      ? { ...judged, verdict: { kind: 'unverified', reason: 'NOT_AN_ANSWER' } }
      : judged;
  };
  return {
    push(judged: Judged): AnswerPart[] {
      if (!held) return show(judged);
      held.push(judged);
      if (!isAnswer(judged)) return [];
      const released = held;
      held = undefined;
      return released.flatMap(show);
    },
    end: (): AnswerPart[] => (held ?? []).map(refuse).flatMap(show),
  };
}
