import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type AnswerLimit, atMost, defaultLimit, limitAnswer, streamLimit } from './answer-limit.ts';

const small: AnswerLimit = { bytes: 1_000_000, containers: 3, values: 3 };
const stream: AnswerLimit = { ...small, eventBytes: 30 };

/** Sends a text through the limiter in parts of `partBytes` bytes and returns what comes out. */
async function pass(text: string, limit: AnswerLimit, partBytes = text.length): Promise<string> {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, at) =>
    bytes.subarray(at * partBytes, (at + 1) * partBytes),
  );
  return new Response(ReadableStream.from(parts).pipeThrough(limitAnswer(limit))).text();
}

test.each([1, 2, 3, 1_000])('what stands in texts does not count, in parts of %d bytes', async (size) => {
  const text = String.raw`{"a\"[[[[":"[,[,[,\\","b":["{\\\"{,{,"]}`;
  expect(await pass(text, small, size)).toBe(text);
  await expect(pass(`${text}[{`, small, size)).rejects.toThrow('more values than it can need');
});

test.each([
  ['lists', '[[[[1]]]]'],
  ['objects', '[{},{},{}]'],
  ['values', '[1,2,3,4,5]'],
  ['values behind a text that ends with a backslash', String.raw`["\\",1,2,3,4]`],
])('too many %s are refused', async (_what, text) => {
  await expect(pass(text, small, 2)).rejects.toThrow('more values than it can need');
});

test('of a stream each event is counted', async () => {
  const events = 'data: {"a":[1,2]}\r\n\r\n'.repeat(100) + 'data: {"a":[1,2]}\n\n'.repeat(100);
  expect(await pass(events, stream, 7)).toBe(events);
  await expect(pass(events, small)).rejects.toThrow('more values');
});

test.each([
  ['an event of many lines', 'data: [1,\ndata: 2,\ndata: 3,\ndata: 4,\n\n'],
  ['an event that is too long', `data: ${'a'.repeat(40)}\n\n`],
  ['an event of one long text', `data: "${'a'.repeat(40)}"\n\n`],
  ['a line without an end', 'data: '.repeat(10)],
])('%s is refused', async (_what, text) => {
  await expect(pass(text, stream, 3)).rejects.toThrow('more values than it can need');
});

test('an answer of millions of lists, which would fill the memory once it is parsed, is refused', async () => {
  await expect(pass(`[${'[],'.repeat(1_000_000)}[]]`, defaultLimit)).rejects.toThrow('more values');
  await expect(pass(`data: [${'[],'.repeat(1_000)}[]]\n\n`, streamLimit)).rejects.toThrow('more values');
  const vectors = JSON.stringify({
    data: Array.from({ length: 64 }, () => Array.from({ length: 3_072 }, () => 0.1)),
  });
  expect(await pass(vectors, defaultLimit, 65_536)).toBe(vectors);
});

test('of a list that is too long one issue is reported', () => {
  const list = atMost(2, z.string());
  expect(list.parse(['a', 'b'])).toEqual(['a', 'b']);
  expect(list.safeParse(['a', 1]).error?.issues).toHaveLength(1);
  expect(list.safeParse([1, 2, 3]).error?.issues).toHaveLength(1);
  expect(list.safeParse('ab').success).toBe(false);
});

test('while a long answer is read the event loop runs', async () => {
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const comments = ': \n\n'.repeat(1_000_000);
  expect((await pass(comments, streamLimit, 65_536)).length).toBe(comments.length);
  isOver = true;
  expect(iterations).toBeGreaterThan(20);
});
