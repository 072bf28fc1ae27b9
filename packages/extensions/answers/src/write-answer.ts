import type { ChatModel, ChatUsage } from '@docfleet/chat';
import { startSlices } from '@docfleet/runtime/slices';
import { withoutUnseen } from '@docfleet/text/unseen';
import type { Passage } from './gather-passages.ts';
import { type AnswerPart, createGate, createJudge, type Judged, type Shown } from './judge-sentences.ts';
import { noneKnown, safeMarkdown } from './safe-markdown.ts';
import { type JudgeFailure, judgeClaims } from './second-judge.ts';
import { createSentenceSplitter } from './split-sentences.ts';
import { addUsage, type Usage, usageOf } from './usage.ts';
import { isNotFound, type Turn, writePrompt } from './write-prompt.ts';

/** Everything that an answer is written from. */
export interface Writing extends Shown {
  readonly model: ChatModel;
  readonly turns: readonly Turn[];
  readonly passages: readonly Passage[];
  readonly maxTokens: number;
  /** Whether the model then judges the verified sentences; what it does not confirm is not shown. */
  readonly isJudged: boolean;
  /** Organization whose computations take turns with those of others. */
  readonly owner: string;
}

type Ended = Extract<AnswerPart, { type: 'end' }>;

/** Yields the verdict on each sentence once it is written; the end is last. */
async function* verifyWritten(
  writing: Writing,
  judge: ReturnType<typeof createJudge>,
  signal: AbortSignal,
): AsyncGenerator<Judged | Ended> {
  const { model, question, turns, passages, maxTokens, owner } = writing;
  const messages = writePrompt(question, turns, passages);
  const splitter = createSentenceSplitter();
  const slice = startSlices({ signal, owner: [owner] });
  let written = 0;
  for await (const part of model.complete({ messages, maxTokens }, signal)) {
    if (part.type === 'text') written += part.text.length;
    for (const text of part.type === 'text' ? splitter.push(part.text) : splitter.end()) {
      if (isNotFound(text)) {
        yield { type: 'end', reason: 'not-found', usage: usageOf(undefined, messages, written) };
        return;
      }
      const judged = judge.verify(text);
      if (judged) yield judged;
      // A model may send a whole answer at once, and a long sentence takes some milliseconds.
      await slice();
      if (judge.hasStuck()) {
        yield { type: 'end', reason: 'repetition', usage: usageOf(undefined, messages, written) };
        return;
      }
    }
    if (part.type === 'end') {
      yield { type: 'end', reason: part.reason, usage: usageOf(part.usage, messages, written) };
    }
  }
}

/** The sentences with what the second judge says of those that were verified, and what it has used. */
async function judgeAll(
  { model, question }: Writing,
  sentences: readonly Judged[],
  signal: AbortSignal,
): Promise<{
  readonly sentences: readonly Judged[];
  readonly usage: Usage;
  readonly failure?: JudgeFailure | undefined;
  readonly isJudged: boolean;
}> {
  const claims = sentences.flatMap(({ text, verdict }) => {
    if (verdict.kind === 'quoted') {
      const { statements } = verdict.quotation;
      return [{ text: statements.map((one) => one.text).join(' '), evidence: statements }];
    }
    return verdict.kind === 'verified' ? [{ text, evidence: verdict.evidence }] : [];
  });
  const { confirmed, usage, failure } = await judgeClaims(model, question, claims, signal);
  let at = -1;
  const judged = sentences.map((one): Judged => {
    if (one.verdict.kind !== 'verified' && one.verdict.kind !== 'quoted') return one;
    at += 1;
    return confirmed.has(at) ? one : { ...one, verdict: { kind: 'unverified', reason: 'NOT_CONFIRMED' } };
  });
  return { sentences: judged, usage, failure, isJudged: claims.length > 0 };
}

/**
 * Has the model answer from passages, and yields each sentence once it is verified; the end is the last part. With a second judge the sentences
 * come when all are written and judged. A line that leads to others is shown with the first of them. Rejects as `ChatModel` does.
 */
export async function* writeAnswer(writing: Writing, signal: AbortSignal): AsyncGenerator<AnswerPart> {
  const judge = createJudge(writing);
  const gate = createGate(writing.question, judge.show);
  const waiting: Judged[] = [];
  for await (const part of verifyWritten(writing, judge, signal)) {
    if (!('type' in part)) {
      if (writing.isJudged) waiting.push(part);
      else yield* gate.push(part);
      continue;
    }
    const { sentences, usage, failure, isJudged } = await judgeAll(writing, waiting, signal);
    for (const sentence of sentences) yield* gate.push(sentence);
    yield* gate.end();
    yield { ...part, usage: addUsage(part.usage, usage), judgeFailure: failure, isJudged };
  }
}

const maxRewrittenLength = 500;

/** Asks for a short text in one line; `line` is undefined when the model writes nothing or a longer text. Rejects as `ChatModel` does. */
export async function writeLine(
  model: ChatModel,
  messages: ReturnType<typeof writePrompt>,
  signal: AbortSignal,
): Promise<{ readonly line: string | undefined; readonly usage: Usage }> {
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
    usage: usageOf(usage, messages, text.length),
  };
}
