import type { ChatModel, ChatUsage } from '@docfleet/chat';
import { startSlices } from '@docfleet/runtime/slices';
import { withoutUnseen } from '@docfleet/text/unseen';
import type { Passage } from './gather-passages.ts';
import { noneKnown, safeMarkdown, standsIn } from './safe-markdown.ts';
import { createSentenceSplitter } from './split-sentences.ts';
import type { ChunkSupport, Support } from './verification/support.ts';
import {
  type Evidence,
  readCitations,
  type UnverifiedReason,
  verifySentence,
} from './verification/verify-sentence.ts';
import { isNotFound, type Turn, writePrompt } from './write-prompt.ts';

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
    }
  | { readonly type: 'removed'; readonly text: string; readonly reason: UnverifiedReason }
  | {
      readonly type: 'end';
      readonly reason: 'stop' | 'length' | 'refusal' | 'not-found' | 'repetition';
      readonly usage: ChatUsage & { readonly isEstimated: boolean };
    };

export interface Writing {
  readonly model: ChatModel;
  readonly question: string;
  readonly turns: readonly Turn[];
  readonly passages: readonly Passage[];
  readonly support: Support;
  readonly maxTokens: number;
  /** Whether sentences that cannot be verified are kept, marked as such. */
  readonly keepUnverified: boolean;
  /** Organization whose computations take turns with those of others. */
  readonly owner: string;
}

/** A model that says the same again so often says nothing more. */
const maxRepetitions = 3;
/** Estimate for vendors that do not count: about as many characters make a token. */
const charactersOfToken = 4;

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

const textsOf = (chunks: readonly ChunkSupport[]) => chunks.map(({ found }) => found.text);
const removedSentence = (text: string, reason: UnverifiedReason): AnswerPart => ({
  type: 'removed',
  text: safeMarkdown(text, noneKnown).trim(),
  reason,
});

/** Turns what the model writes into sentences that may be shown. */
function createJudge({ support, keepUnverified }: Writing) {
  const cite = createCitations();
  const seen = new Set<string>();
  let leads: string[] = [];
  let repetitions = 0;
  let shown = 0;

  const sentence = (text: string, evidence: readonly Evidence[], isVerified: boolean): AnswerPart => {
    const before = leads.join('');
    leads = [];
    const { numbers, added } = cite(evidence);
    const marks = numbers.map((number) => `[${number}]`).join('');
    const whole = `${before}${text.trimEnd()}${marks && ` ${marks}`}`;
    // Behind the mark of the sentence before, an opening bracket would make a link of both.
    const part = shown === 0 ? whole.trimStart() : whole.replace(/^(\s*)\(/, '$1\\(');
    shown += 1;
    return { type: 'sentence', text: part, numbers, newCitations: added, isVerified };
  };

  const isRepeated = (text: string) => {
    const key = bare(text);
    const isNew = key === '' || !seen.has(key);
    if (isNew) seen.add(key);
    else repetitions += 1;
    return !isNew;
  };

  return {
    hasStuck: () => repetitions >= maxRepetitions,
    judge(written: string): AnswerPart[] {
      const read = readCitations(withoutUnseen(written));
      const cited = { ...read, text: safeMarkdown(read.text, standsIn(textsOf(support.all))) };
      const { text } = cited;
      if (text.trim() === '') return [];
      if (isRepeated(text)) return [removedSentence(text, 'REPEATED')];
      const verdict = verifySentence(cited, support);
      if (verdict.kind === 'verified') {
        const places = textsOf(verdict.evidence.map(({ chunk }) => chunk));
        return [sentence(safeMarkdown(read.text, standsIn(places)), verdict.evidence, true)];
      }
      if (verdict.kind === 'unverified')
        return keepUnverified
          ? [sentence(safeMarkdown(read.text, noneKnown), [], false)]
          : [removedSentence(text, verdict.reason)];
      leads.push(text);
      return [];
    },
  };
}

const estimated = (messages: readonly { readonly content: string }[], written: number) => ({
  inputTokens: Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / charactersOfToken),
  outputTokens: Math.ceil(written / charactersOfToken),
  isEstimated: true,
});

/**
 * Has the model answer from passages, and yields each sentence once it is verified; the end is the last part. A line that leads to others is shown with the
 * first of them. Rejects as `ChatModel` does.
 */
export async function* writeAnswer(writing: Writing, signal: AbortSignal): AsyncGenerator<AnswerPart> {
  const { model, question, turns, passages, maxTokens, owner } = writing;
  const messages = writePrompt(question, turns, passages);
  const splitter = createSentenceSplitter();
  const judge = createJudge(writing);
  const slice = startSlices({ signal, owner: [owner] });
  let written = 0;
  for await (const part of model.complete({ messages, maxTokens }, signal)) {
    if (part.type === 'text') written += part.text.length;
    for (const text of part.type === 'text' ? splitter.push(part.text) : splitter.end()) {
      if (isNotFound(text)) {
        yield { type: 'end', reason: 'not-found', usage: estimated(messages, written) };
        return;
      }
      yield* judge.judge(text);
      // A model may send a whole answer at once, and a long sentence takes some milliseconds.
      await slice();
      if (judge.hasStuck()) {
        yield { type: 'end', reason: 'repetition', usage: estimated(messages, written) };
        return;
      }
    }
    if (part.type === 'end') {
      const usage = part.usage ? { ...part.usage, isEstimated: false } : estimated(messages, written);
      yield { type: 'end', reason: part.reason, usage };
    }
  }
}

const maxRewrittenLength = 500;

/** Asks for a short text in one line; undefined when what comes is none. Rejects as `ChatModel` does. */
export async function writeLine(
  model: ChatModel,
  messages: ReturnType<typeof writePrompt>,
  signal: AbortSignal,
): Promise<{
  readonly line: string | undefined;
  readonly usage: ChatUsage & { readonly isEstimated: boolean };
}> {
  let text = '';
  let usage: ChatUsage | undefined;
  for await (const part of model.complete({ messages, maxTokens: 200 }, signal)) {
    if (part.type === 'text') text += part.text;
    else usage = part.usage;
  }
  const [first = ''] = text.trim().split('\n');
  const line = safeMarkdown(withoutUnseen(first), noneKnown)
    .trim()
    .replace(/^["'“„«]+|["'”“»]+$/g, '')
    .trim();
  return {
    line: line === '' || line.length > maxRewrittenLength ? undefined : line,
    usage: usage ? { ...usage, isEstimated: false } : estimated(messages, text.length),
  };
}
