import type { ChatModel } from '@docfleet/chat';
import { expect, test } from '@jest/globals';
import { passageOf, writingOf } from '../test/writing.ts';
import { judgeClaims } from './second-judge.ts';
import { writeAnswer } from './write-answer.ts';

const text = 'Soup is served hot. Leftovers are thrown away. Guests get a card.';
const question = 'What happens to leftovers?';
const usage = { inputTokens: 100, outputTokens: 10 };

/** A model that answers the first request with all sentences, and says `verdicts` in the second. */
function modelOf(verdicts: string | Error): ChatModel & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    provider: 'OPENAI',
    model: 'm',
    async *complete({ messages }) {
      asked.push(messages.map(({ content }) => content).join('\n'));
      if (asked.length > 1 && verdicts instanceof Error) throw verdicts;
      const written = 'Soup is served hot [1]. Leftovers are thrown away [1]. Guests get a card [1].';
      yield { type: 'text', text: asked.length === 1 ? written : String(verdicts) };
      yield { type: 'end', reason: 'stop', usage };
    },
  };
}

async function answer(model: ChatModel, isJudged: boolean) {
  const writing = writingOf(model, question, [passageOf(text, 'Kitchen')], { isJudged });
  const parts = await Array.fromAsync(writeAnswer(writing, AbortSignal.timeout(10_000)));
  const texts = parts.flatMap((part) => (part.type === 'sentence' ? [part.text.trim()] : []));
  const removed = parts.flatMap((part) => (part.type === 'removed' ? [part.reason] : []));
  return { texts, removed, end: parts.at(-1) };
}

test('one request judges all sentences with what they quote, what it does not confirm is left out, and its tokens count', async () => {
  const model = modelOf('1: NO\n2: YES\n3: no');
  const { texts, removed, end } = await answer(model, true);
  expect(texts).toEqual(['Leftovers are thrown away. [1]']);
  expect(removed).toEqual(['NOT_CONFIRMED', 'NOT_CONFIRMED']);
  expect(end).toMatchObject({ type: 'end', usage: { inputTokens: 200, outputTokens: 20 } });
  expect(model.asked).toHaveLength(2);
  for (const sentence of text.split(/(?<=\.) /)) expect(model.asked[1]).toContain(sentence);
});

test('without it there is no second request', async () => {
  const model = modelOf('1: NO');
  expect((await answer(model, false)).texts).toHaveLength(3);
  expect(model.asked).toHaveLength(1);
});

test.each([
  ['fails', new Error('503'), 'failed'],
  ['writes something else', 'All sentences are fine.', 'unreadable'],
  ['contradicts itself', '1: YES\n2: YES\n3: YES\n1: NO\n2: NO\n3: NO', undefined],
  ['says nothing', '', 'unreadable'],
])('a judge that %s confirms nothing, and the end says why', async (_what, verdicts, failure) => {
  const { texts, removed, end } = await answer(modelOf(verdicts), true);
  expect(end?.type === 'end' && end.judgeFailure?.kind).toBe(failure);
  expect(texts).toEqual([]);
  expect(removed).toHaveLength(3);
});

test('a judge that is late confirms nothing, and one whose reader has left rejects', async () => {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete(_request, signal) {
      yield { type: 'text', text: '1: YES\n' };
      signal.throwIfAborted();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  const claims = [{ text: 'Soup is served hot.', evidence: [] }];
  const open = new AbortController();
  const { confirmed, failure } = await judgeClaims(model, question, claims, open.signal, 20);
  expect(confirmed).toEqual(new Set());
  expect(failure?.kind).toBe('late');
  const left = judgeClaims(model, question, claims, open.signal, 60_000);
  open.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
});

test('a judge that thinks before it writes has tokens left for its verdicts', async () => {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete({ maxTokens }) {
      const hasThought = maxTokens > 500;
      if (hasThought) yield { type: 'text', text: '1: YES' };
      yield { type: 'end', reason: hasThought ? 'stop' : 'length', usage };
    },
  };
  const claims = [{ text: 'Soup is served hot.', evidence: [] }];
  const { confirmed } = await judgeClaims(model, question, claims, AbortSignal.timeout(10_000));
  expect(confirmed).toEqual(new Set([0]));
});
