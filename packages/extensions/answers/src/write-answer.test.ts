import type { ChatModel } from '@docfleet/chat';
import { expect, test } from '@jest/globals';
import type { FoundChunk } from './gather-passages.ts';
import { createSupport } from './verification/support.ts';
import { writeAnswer } from './write-answer.ts';

const text = Array.from({ length: 200 }, (_, index) => `Room ${index + 100} has ${index + 2} windows.`).join(
  ' ',
);
const found = {
  text,
  chunk: { name: 'Rooms', location: null, documentId: 'd', ordinal: 0, start: 0, end: text.length },
  hit: { id: 'v' },
  namespaceName: 'n',
  namespaceId: 'n',
} as unknown as FoundChunk;
const passages = [{ number: 1, title: 'Rooms', text, chunks: [found] }];

test('an answer that comes in one piece is verified in slices', async () => {
  const model: ChatModel = {
    provider: 'OPENAI',
    model: 'm',
    async *complete() {
      yield { type: 'text', text: text.replaceAll('.', ' [1].') };
      yield { type: 'end', reason: 'stop', usage: undefined };
    },
  };
  const question = 'How many windows do the rooms have?';
  const support = createSupport(question, passages);
  const writing = {
    owner: 'o',
    model,
    question,
    turns: [],
    passages,
    support,
    maxTokens: 4_000,
    keepUnverified: false,
    isJudged: false,
  };
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const parts = await Array.fromAsync(writeAnswer(writing, new AbortController().signal));
  isOver = true;
  expect(parts.filter(({ type }) => type === 'sentence')).toHaveLength(200);
  expect(iterations).toBeGreaterThan(10);
});
