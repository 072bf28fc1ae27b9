import type { ChatModel } from '@docfleet/chat';
import type { FoundChunk, Passage } from '../src/gather-passages.ts';
import { createSupport } from '../src/verification/support.ts';
import type { Writing } from '../src/write-answer.ts';

/** Returns a chunk with what answers read of it; `number` identifies its document and passage. */
export const chunkOf = (text: string, name: string, number = 1): FoundChunk =>
  ({
    text,
    chunk: { name, location: null, documentId: `d${number}`, ordinal: 0, start: 0, end: text.length },
    hit: { id: `v${number}` },
    namespaceName: 'n',
    namespaceId: 'n',
  }) as unknown as FoundChunk;

/** Returns a passage that is one chunk. */
export const passageOf = (text: string, title: string, number = 1): Passage => ({
  number,
  title,
  text,
  chunks: [chunkOf(text, title, number)],
});

/** Returns what an answer to a question is written from; without a second judge unless `more` says so. */
export const writingOf = (
  model: ChatModel,
  question: string,
  passages: readonly Passage[],
  more: Partial<Writing> = {},
): Writing => ({
  owner: 'o',
  model,
  question,
  turns: [],
  passages,
  support: createSupport(question, passages),
  maxTokens: 4_000,
  unverified: 'remove',
  isJudged: false,
  ...more,
});
