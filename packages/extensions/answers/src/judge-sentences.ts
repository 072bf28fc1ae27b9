import { withoutUnseen } from '@docfleet/text/unseen';
import { noneKnown, safeMarkdown, standsIn } from './safe-markdown.ts';
import type { JudgeFailure } from './second-judge.ts';
import type { Usage } from './usage.ts';
import { readCitations } from './verification/citations.ts';
import { wordsOf } from './verification/find-quote.ts';
import { canAnswer, groundsOf } from './verification/kind-of-question.ts';
import type { ChunkSupport, Support } from './verification/support.ts';
import {
  type Evidence,
  findContradiction,
  type UnverifiedReason,
  type Verdict,
  verifySentence,
} from './verification/verify-sentence.ts';
import { cleanText } from './write-prompt.ts';

/** A citation of an answer; every one was verified. */
export interface Citation extends Evidence {
  readonly number: number;
}

export type AnswerPart =
  /** A sentence with the numbers of its citations, and the citations that no sentence before it has. */
  | {
      readonly type: 'sentence';
      readonly text: string;
      readonly numbers: readonly number[];
      readonly newCitations: readonly Citation[];
      readonly isVerified: boolean;
      /** The number of the citation of another document that says something else. */
      readonly contradictedBy: readonly number[];
    }
  | { readonly type: 'removed'; readonly text: string; readonly reason: UnverifiedReason }
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
  readonly verdict: Verdict;
}

const textsOf = (chunks: readonly ChunkSupport[]) => chunks.map(({ found }) => found.text);
const removedSentence = (text: string, reason: UnverifiedReason): AnswerPart => ({
  type: 'removed',
  text: safeMarkdown(text, noneKnown).trim(),
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

const rowEnd = /(?<=^[^\S\n]*\|[^\n]*)\s*\|$/mu;
const fenceEnd = /^([\s>]*)(?:`{3,}|~{3,})$/u;

/**
 * A sentence with its marks: behind it, in the last cell of a row, as a table ends where something stands behind its rows, and on the line
 * below code, as a fence with something behind it closes nothing.
 */
function withMarks(text: string, marks: string): string {
  if (marks === '') return text;
  const last = text.lastIndexOf('\n') + 1;
  const line = text.slice(last);
  const [, indent] = (last > 0 && fenceEnd.exec(line)) || [];
  if (indent !== undefined) return `${text}\n${indent}${marks}`;
  return rowEnd.test(line)
    ? `${text.slice(0, last)}${line.replace(rowEnd, ` ${marks} |`)}`
    : `${text} ${marks}`;
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
    add(text: string, evidence: readonly Evidence[], isVerified: boolean, other?: Evidence): AnswerPart {
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

/** Everything that sentences are compared with, and whether those that cannot be verified are shown and marked. */
export interface Shown {
  readonly support: Support;
  readonly keepUnverified: boolean;
}

/** Turns what the model writes into sentences that may be shown. */
export function createJudge({ support, keepUnverified }: Shown) {
  const sentences = createSentences();
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
      if (text.trim() === '') return undefined;
      const isHead = heads.isOne(text);
      const verdict: Verdict = repetitions.isOne(text)
        ? { kind: 'unverified', reason: 'REPEATED' }
        : verifySentence(cited, support, isHead);
      return { written: read.text, text, verdict };
    },
    /** Returns the parts of an answer that come of a sentence. */
    show({ written, text, verdict }: Judged): AnswerPart[] {
      if (verdict.kind === 'verified') {
        const places = textsOf(verdict.evidence.map(({ chunk }) => chunk));
        const other = findContradiction(text, verdict.evidence, support);
        const quoted = withoutFalseQuotations(written, support.all);
        return [sentences.add(safeMarkdown(quoted, standsIn(places)), verdict.evidence, true, other)];
      }
      if (verdict.kind === 'unverified')
        return keepUnverified && verdict.reason !== 'REPEATED'
          ? [sentences.add(safeMarkdown(written, noneKnown), [], false)]
          : [removedSentence(text, verdict.reason)];
      sentences.lead(text);
      return [];
    },
  };
}

/** Holds sentences until one of them can be an answer to the question by its form; without one, none is shown. */
export function createGate(question: string, show: (judged: Judged) => AnswerPart[]) {
  let held: Judged[] | undefined = [];
  return {
    push(judged: Judged): AnswerPart[] {
      if (!held) return show(judged);
      held.push(judged);
      const { verdict, text } = judged;
      if (verdict.kind !== 'verified' || !canAnswer(question, text, groundsOf(verdict.evidence))) return [];
      const released = held;
      held = undefined;
      return released.flatMap(show);
    },
    end: (): AnswerPart[] =>
      (held ?? []).flatMap((judged) =>
        show(
          judged.verdict.kind === 'verified'
            ? { ...judged, verdict: { kind: 'unverified', reason: 'NOT_AN_ANSWER' } }
            : judged,
        ),
      ),
  };
}
