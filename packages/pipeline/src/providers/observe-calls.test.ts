import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { observeCalls, type ProviderCall } from './observe-calls.ts';

function observed(response: () => Promise<unknown>) {
  const told: ProviderCall[] = [];
  let dimensions: number | undefined;
  const embedder = {
    model: 'm',
    get dimensions() {
      return dimensions;
    },
    async embed(..._given: unknown[]) {
      const vectors = await response();
      dimensions = 3;
      return vectors;
    },
  };
  const place = { port: 'embedding', vendor: 'OPENAI' } as const;
  return { told, embedder: observeCalls(embedder, place, (call) => told.push(call)) };
}

test('a call is told with its vendor, its operation and how long it took', async () => {
  const { told, embedder } = observed(async () => ['vector']);
  expect(await embedder.embed(['text'])).toEqual(['vector']);
  expect(told).toEqual([
    {
      port: 'embedding',
      vendor: 'OPENAI',
      operation: 'embed',
      outcome: 'ok',
      durationMs: expect.any(Number),
    },
  ]);
});

test('what is no call passes as it is, also when it changes', async () => {
  const { told, embedder } = observed(async () => []);
  expect([embedder.model, embedder.dimensions]).toEqual(['m', undefined]);
  await embedder.embed([]);
  expect(embedder.dimensions).toBe(3);
  expect(told).toHaveLength(1);
});

test.each([
  [new AppError('PROVIDER_REJECTED', 'bad key'), 'rejected'],
  [new AppError('PROVIDER_RATE_LIMITED', 'slowly'), 'rate-limited'],
  [new AppError('PROVIDER_UNAVAILABLE', 'away'), 'unavailable'],
  [new AppError('PAGE_NOT_FOUND', 'no such page'), 'item'],
  [new Error('a fault of our own'), 'failed'],
] as const)('%s is told as %s, and thrown as it was', async (error, outcome) => {
  const { told, embedder } = observed(() => Promise.reject(error));
  await expect(embedder.embed([])).rejects.toBe(error);
  expect(told[0]?.outcome).toBe(outcome);
});

test('a call that was broken off is no fault of the vendor', async () => {
  const stopping = AbortSignal.abort(new AppError('PROVIDER_UNAVAILABLE', 'whatever it says'));
  const { told, embedder } = observed(() => Promise.reject(stopping.reason));
  await expect(embedder.embed([], 'document', stopping)).rejects.toThrow();
  expect(told[0]?.outcome).toBe('aborted');
});

test('a call that was waited for too long is told as the provider being away', async () => {
  const late = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  const { told, embedder } = observed(() => Promise.reject(late.reason));
  await expect(embedder.embed([], 'document', late)).rejects.toThrow('too late');
  expect(told[0]?.outcome).toBe('unavailable');
});
