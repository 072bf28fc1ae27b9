import type { Embedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import { withOwner } from '@docfleet/runtime/fairness';
import { currentLogContext, withLogContext } from '@docfleet/runtime/logging';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import type { Outcome } from './embed-apart.ts';
import { createEmbeddingBatcher } from './embedding-batcher.ts';

const never = new AbortController().signal;
const texts = (count: number, tokens = 10) =>
  Array.from({ length: count }, (_, index) => ({ text: `${index}`, tokens }));

const numbersOf = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => (outcome instanceof Error ? outcome.message : outcome[0]));

/** An embedder that records its requests and responds when the test says so. */
function recordingEmbedder(limits: Partial<Embedder['limits']> = {}) {
  const requests: {
    texts: readonly string[];
    onBehalfOf: unknown;
    response: () => void;
    refuse: (error: Error) => void;
  }[] = [];
  const reported: (readonly [number, number])[] = [];
  const embedder: Embedder = {
    model: 'm',
    dimensions: 1,
    limits: {
      inputsPerRequest: 100,
      tokensPerRequest: 1_000,
      tokensPerInput: 500,
      concurrentRequests: 2,
      ...limits,
    },
    embed: (batch) =>
      new Promise((resolve, reject) => {
        const response = () => resolve(batch.map((text) => Float32Array.of(Number(text))));
        const onBehalfOf = currentLogContext()['documentId'];
        requests.push({ texts: batch, onBehalfOf, response, refuse: reject });
      }),
  };
  const batcher = createEmbeddingBatcher(embedder, (count, fill) => reported.push([count, fill]));
  return { batcher, requests, reported };
}

test('texts of several documents share a request, and each gets its own vectors in order', async () => {
  const { batcher, requests } = recordingEmbedder();
  const both = Promise.all([batcher.embed(texts(3), never), batcher.embed(texts(2), never)]);
  await eventually(() => expect(requests).toHaveLength(1));
  requests[0]?.response();
  const [first, second] = await both;
  expect(numbersOf(first)).toEqual([0, 1, 2]);
  expect(numbersOf(second)).toEqual([0, 1]);
});

test('texts handed over in one turn share a request even if the turn outlasts the linger', async () => {
  const { batcher, requests } = recordingEmbedder();
  const slowToRead = {
    tokens: 10,
    get text() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      return '0';
    },
  };
  const first = batcher.embed([slowToRead, ...texts(2)], never);
  const second = batcher.embed(texts(2), never);
  await eventually(() => expect(requests).not.toHaveLength(0));
  requests[0]?.response();
  await expect(first).resolves.toHaveLength(3);
  await expect(second).resolves.toHaveLength(2);
  expect(requests).toHaveLength(1);
});

test('no request exceeds the limits on inputs and tokens, nor are more under way than allowed', async () => {
  const { batcher, requests } = recordingEmbedder({ inputsPerRequest: 30, tokensPerRequest: 200 });
  const done = batcher.embed(texts(50), never);
  await eventually(() => expect(requests).toHaveLength(2));
  for (let index = 0; index < 3; index += 1) {
    await eventually(() => expect(requests.length).toBeGreaterThan(index));
    expect(requests.length - index).toBeLessThanOrEqual(2);
    requests[index]?.response();
  }
  await done;
  expect(requests.map((request) => request.texts.length)).toEqual([20, 20, 10]);
});

test('how full a request is goes by what is nearer to its limit, texts or tokens', async () => {
  const { batcher, requests, reported } = recordingEmbedder();
  for (const [count, tokens] of [
    [50, 2],
    [2, 400],
  ] as const) {
    const done = batcher.embed(texts(count, tokens), never);
    await eventually(() => expect(requests).toHaveLength(1));
    requests.pop()?.response();
    await done;
  }
  expect(reported).toEqual([
    [50, 0.5],
    [2, 0.8],
  ]);
});

test('a request is traced under the document that has waited longest', async () => {
  const { batcher, requests } = recordingEmbedder();
  const embedFor = (documentId: string) =>
    withLogContext({ documentId }, () => batcher.embed(texts(1), never));
  const done = Promise.all([embedFor('first'), embedFor('second')]);
  await eventually(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.onBehalfOf).toBe('first');
  requests[0]?.response();
  await done;
});

test('a text longer than a whole request is sent alone', async () => {
  const { batcher, requests } = recordingEmbedder({ tokensPerRequest: 100 });
  const done = batcher.embed([...texts(1, 500), ...texts(1, 10)], never);
  await eventually(() => expect(requests).toHaveLength(2));
  for (const request of requests) request.response();
  await done;
  expect(requests.map((request) => request.texts.length)).toEqual([1, 1]);
});

test('a failed request fails the documents in it and no others', async () => {
  const { batcher, requests } = recordingEmbedder({ inputsPerRequest: 2 });
  const first = batcher.embed(texts(2), never);
  const second = batcher.embed(texts(2), never);
  await eventually(() => expect(requests).toHaveLength(2));
  requests[0]?.refuse(new AppError('PROVIDER_UNAVAILABLE', 'down'));
  requests[1]?.response();
  expect(await first).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE' }, { code: 'PROVIDER_UNAVAILABLE' }]);
  await expect(second).resolves.toHaveLength(2);
});

test('a document that is taken away leaves the queue without costing anything', async () => {
  const { batcher, requests } = recordingEmbedder({ concurrentRequests: 1 });
  const first = batcher.embed(texts(1), never);
  await eventually(() => expect(requests).toHaveLength(1));
  const aborting = new AbortController();
  const second = batcher.embed(texts(5), aborting.signal);
  aborting.abort(new Error('taken away'));
  await expect(second).rejects.toThrow('taken away');
  const third = batcher.embed(texts(1), never);
  requests[0]?.response();
  await eventually(() => expect(requests).toHaveLength(2));
  requests[1]?.response();
  await Promise.all([first, third]);
  expect(requests[1]?.texts).toHaveLength(1);
});

test('a text does not wait behind the many of another namespace', async () => {
  const { batcher, requests } = recordingEmbedder({ inputsPerRequest: 4, concurrentRequests: 1 });
  const many = withOwner(['many'], () => batcher.embed(texts(12), never));
  await eventually(() => expect(requests).toHaveLength(1));
  const one = withOwner(['one'], () => batcher.embed([{ text: '99', tokens: 10 }], never));
  requests[0]?.response();
  await eventually(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.texts).toContain('99');
  requests[1]?.response();
  expect(numbersOf(await one)).toEqual([99]);
  for (let index = 2; index < 4; index += 1) {
    await eventually(() => expect(requests.length).toBeGreaterThan(index));
    requests[index]?.response();
  }
  expect(numbersOf(await many)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('an organization with texts in many namespaces gets half of a request beside another', async () => {
  const { batcher, requests } = recordingEmbedder({ inputsPerRequest: 8, concurrentRequests: 1 });
  const embedFor = (...owner: string[]) => withOwner(owner, () => batcher.embed(texts(8), never));
  const all = Array.from({ length: 8 }, (_, index) => embedFor('many', `namespace ${index}`));
  const other = withOwner(['other', 'only'], () =>
    batcher.embed(
      Array.from({ length: 4 }, () => ({ text: '99', tokens: 10 })),
      never,
    ),
  );
  await eventually(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.texts.filter((text) => text === '99')).toHaveLength(4);
  for (let index = 0; index < 9; index += 1) {
    await eventually(() => expect(requests.length).toBeGreaterThan(index));
    requests[index]?.response();
  }
  await Promise.all([...all, other]);
});
