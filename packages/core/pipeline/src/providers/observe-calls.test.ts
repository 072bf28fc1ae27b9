import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { observeCalls, type ProviderCall } from './observe-calls.ts';

function observed(response: () => Promise<unknown>) {
  const reported: ProviderCall[] = [];
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
  return { reported, embedder: observeCalls(embedder, place, (call) => reported.push(call)) };
}

test('a call is reported with its vendor, its operation and how long it took', async () => {
  const { reported, embedder } = observed(async () => ['vector']);
  expect(await embedder.embed(['text'])).toEqual(['vector']);
  expect(reported).toEqual([
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
  const { reported, embedder } = observed(async () => []);
  expect([embedder.model, embedder.dimensions]).toEqual(['m', undefined]);
  await embedder.embed([]);
  expect(embedder.dimensions).toBe(3);
  expect(reported).toHaveLength(1);
});

test.each([
  [new AppError('PROVIDER_REJECTED', 'bad key'), 'rejected'],
  [new AppError('PROVIDER_RATE_LIMITED', 'slowly'), 'rate-limited'],
  [new AppError('PROVIDER_UNAVAILABLE', 'away'), 'unavailable'],
  [new AppError('PAGE_NOT_FOUND', 'no such page'), 'item'],
  [new Error('a fault of our own'), 'failed'],
] as const)('%s is reported as %s and rethrown', async (error, outcome) => {
  const { reported, embedder } = observed(() => Promise.reject(error));
  await expect(embedder.embed([])).rejects.toBe(error);
  expect(reported[0]?.outcome).toBe(outcome);
});

test('a call that was broken off is no fault of the vendor', async () => {
  const stopping = AbortSignal.abort(new AppError('PROVIDER_UNAVAILABLE', 'whatever it says'));
  const { reported, embedder } = observed(() => Promise.reject(stopping.reason));
  await expect(embedder.embed([], 'document', stopping)).rejects.toThrow();
  expect(reported[0]?.outcome).toBe('aborted');
});

test('a call that exceeds our timeout is reported as an unavailable provider', async () => {
  const late = AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
  const { reported, embedder } = observed(() => Promise.reject(late.reason));
  await expect(embedder.embed([], 'document', late)).rejects.toThrow('too late');
  expect(reported[0]?.outcome).toBe('unavailable');
});

test('calls of what a vector store brings candidates with are reported, and a method that it lacks is none', async () => {
  const reported: ProviderCall[] = [];
  const store = { candidates: { nearest: async () => ['row'] } };
  const place = { port: 'vector-store', vendor: 'LANCEDB' } as const;
  const observed = observeCalls(store, place, (call) => reported.push(call));
  expect(await observed.candidates.nearest()).toEqual(['row']);
  expect(reported).toMatchObject([{ port: 'vector-store', vendor: 'LANCEDB', operation: 'nearest' }]);
  expect(Reflect.get(observed, 'search')).toBeUndefined();
});
