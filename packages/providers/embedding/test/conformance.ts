import { inspect } from 'node:util';
import { createEgress, type Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import {
  type EmbeddingEmulator,
  type EmbeddingEmulatorOptions,
  eventually,
  type VendorFault,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { checkEmbedder, type EmbeddingContext, type EmbeddingProvider } from '../src/provider.ts';

export interface ConformingProvider {
  readonly provider: EmbeddingProvider;
  /** A valid configuration; the suite puts the emulator's key in. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Absent for a model that runs inside the process. */
  readonly vendor?: {
    start(options?: EmbeddingEmulatorOptions): Promise<EmbeddingEmulator>;
    /** Points the provider to an emulator. */
    endpoints(url: string): NonNullable<EmbeddingContext['endpoints']>;
  };
}

const signal = new AbortController().signal;
const deadlineMs = 250;

async function rejection(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('It did not reject'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);

/** Registers the conformance tests of the embedding port; every provider's test calls it. */
export function describeEmbeddingProvider({ provider, config, vendor }: ConformingProvider): void {
  let egress: Egress;
  const emulators: EmbeddingEmulator[] = [];
  beforeAll(() => {
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  });
  afterAll(() => egress.close());

  async function open(options?: EmbeddingEmulatorOptions, context: Partial<EmbeddingContext> = {}) {
    if (!vendor) return { embedder: provider.open(config, { egress, ...context }), emulator: undefined };
    const emulator = await vendor.start(options);
    emulators.push(emulator);
    const embedder = provider.open(
      { ...config, apiKey: emulator.apiKey },
      { egress, endpoints: vendor.endpoints(emulator.url), deadlineMs: 60_000, ...context },
    );
    return { embedder, emulator };
  }

  describe('any embedding provider', () => {
    test('returns one vector of unit length per text, in the order of the texts', async () => {
      const { embedder } = await open();
      const texts = ['the first text', 'another one', 'and the third'];
      const together = await embedder.embed(texts, 'document', signal);
      expect(together).toHaveLength(3);
      for (const [index, text] of texts.entries()) {
        const [alone] = await embedder.embed([text], 'document', signal);
        expect(together[index]).toEqual(alone);
      }
      for (const vector of together) expect(lengthOf(vector)).toBeCloseTo(1, 5);
      expect(together[0]).not.toEqual(together[1]);
    });

    test('knows its dimension once it has answered', async () => {
      const { embedder } = await open();
      const dimensions = await checkEmbedder(embedder, signal);
      expect(dimensions).toBeGreaterThan(0);
      expect(embedder.dimensions).toBe(dimensions);
    });

    test('embeds questions and passages into the same space', async () => {
      const { embedder } = await open();
      const [passage] = await embedder.embed(['solar panels on roofs'], 'document', signal);
      const [question] = await embedder.embed(['solar panels on roofs'], 'query', signal);
      expect(question).toHaveLength((passage as Float32Array).length);
    });

    test('takes a batch as large as it declares', async () => {
      const { embedder } = await open();
      const { inputsPerRequest, tokensPerRequest, tokensPerInput, concurrentRequests } = embedder.limits;
      expect(tokensPerInput).toBeLessThanOrEqual(tokensPerRequest);
      expect(concurrentRequests).toBeGreaterThan(0);
      const texts = Array.from({ length: inputsPerRequest }, (_, index) => `text ${index}`);
      await expect(embedder.embed(texts, 'document', signal)).resolves.toHaveLength(inputsPerRequest);
    });

    test('answers nothing for nothing', async () => {
      const { embedder, emulator } = await open();
      await expect(embedder.embed([], 'document', signal)).resolves.toEqual([]);
      expect(emulator?.requests ?? []).toHaveLength(0);
    });

    test('does not begin when it has been aborted', async () => {
      const { embedder, emulator } = await open();
      await expect(embedder.embed(['a'], 'document', AbortSignal.abort('stop'))).rejects.toBe('stop');
      expect(emulator?.requests ?? []).toHaveLength(0);
    });

    test('accepts no setting that it does not declare', () => {
      const complete = vendor ? { ...config, apiKey: 'key' } : config;
      expect(provider.config.safeParse(complete).success).toBe(true);
      expect(provider.config.safeParse({ ...complete, color: 'blue' }).success).toBe(false);
    });
  });

  if (!vendor) return;

  const failing = async (fault: VendorFault, context?: Partial<EmbeddingContext>) => {
    const { embedder, emulator } = await open({ fault: () => fault }, context);
    const error = await rejection(embedder.embed(['a text'], 'document', signal));
    // The queue retries, with a backoff; an SDK that did so too would multiply the requests.
    expect(emulator?.requests).toHaveLength(1);
    return error;
  };

  describe('any remote embedding provider', () => {
    test.each<[number, string, string | undefined]>([
      [400, 'PROVIDER_REJECTED', undefined],
      [401, 'PROVIDER_REJECTED', 'embeddingModelConfig.apiKey'],
      [402, 'PROVIDER_REJECTED', 'embeddingModelConfig.apiKey'],
      [403, 'PROVIDER_REJECTED', 'embeddingModelConfig.apiKey'],
      [404, 'PROVIDER_REJECTED', 'embeddingModelConfig.model'],
      [408, 'PROVIDER_UNAVAILABLE', undefined],
      [409, 'PROVIDER_UNAVAILABLE', undefined],
      [422, 'PROVIDER_REJECTED', undefined],
      [429, 'PROVIDER_RATE_LIMITED', undefined],
      [500, 'PROVIDER_UNAVAILABLE', undefined],
      [503, 'PROVIDER_UNAVAILABLE', undefined],
      [529, 'PROVIDER_UNAVAILABLE', undefined],
    ])('maps status %i to %s and the setting %s', async (status, code, setting) => {
      const error = await failing({ kind: 'status', status });
      expect(error).toMatchObject({ code });
      expect(error.details.setting).toBe(setting);
      expect(error.details.reason).not.toBe('');
    });

    test('names the key when the vendor does not know it', async () => {
      const { emulator } = await open();
      const embedder = provider.open(
        { ...config, apiKey: 'wrong-key' },
        { egress, endpoints: vendor.endpoints(emulator?.url ?? '') },
      );
      const error = await rejection(embedder.embed(['a text'], 'document', signal));
      expect(error).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'embeddingModelConfig.apiKey' },
      });
    });

    test.each<[Record<string, string>, number]>([
      [{ 'retry-after': '7' }, 7_000],
      [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ])('reads how long to wait from %j', async (headers, wait) => {
      const error = await failing({ kind: 'status', status: 429, headers });
      expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMITED', details: { retryAfterMs: wait } });
    });

    test('reads how long to wait from a date', async () => {
      const headers = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() };
      const { details } = await failing({ kind: 'status', status: 503, headers });
      expect(details.retryAfterMs).toBeGreaterThan(30_000);
      expect(details.retryAfterMs).toBeLessThanOrEqual(60_000);
    });

    test('says nothing of a wait when the vendor does not', async () => {
      const { details } = await failing({ kind: 'status', status: 429 });
      expect(details).not.toHaveProperty('retryAfterMs');
    });

    test.each<VendorFault['kind']>(['cut', 'truncated', 'wrong-dimension', 'nan', 'too-few'])(
      'returns no vectors of a response that is %s',
      async (kind) => {
        const error = await failing({ kind } as VendorFault);
        expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
      },
    );

    test.each<VendorFault['kind']>(['hang', 'stall'])(
      'aborts at its deadline when a vendor %ss',
      async (kind) => {
        const error = await failing({ kind } as VendorFault, { deadlineMs });
        expect(error).toMatchObject({
          code: 'PROVIDER_UNAVAILABLE',
          details: { reason: 'No whole answer within 0.25 seconds' },
        });
      },
    );

    test('lets go of a request when it is aborted', async () => {
      // Longer than the test's own timeout, so that the deadline does not end it.
      const { embedder, emulator } = await open({ fault: () => ({ kind: 'hang' }) }, { deadlineMs: 60_000 });
      const abort = new AbortController();
      const embedding = embedder.embed(['a text'], 'document', abort.signal);
      const outcome = expect(embedding).rejects.toBe('stop');
      await eventually(() => expect(emulator?.requests).toHaveLength(1));
      abort.abort('stop');
      await outcome;
    });

    test('calls a vendor that cannot be reached unavailable', async () => {
      const { embedder, emulator } = await open();
      await emulator?.close();
      const error = await rejection(embedder.embed(['a text'], 'document', signal));
      expect(error).toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        details: { reason: expect.stringContaining('ECONNREFUSED') },
      });
    });

    test('leaves no timer behind that would keep the process from ending', async () => {
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      const { embedder, emulator } = await open();
      await embedder.embed(['a text'], 'document', signal);
      await emulator?.close();
      const before = timers();
      await rejection(embedder.embed(['a text'], 'document', signal));
      // One of before may have ended meanwhile.
      expect(timers()).toBeLessThanOrEqual(before);
    });

    test('does not connect to an address that the operator forbids', async () => {
      const closed = createEgress({ allowCidrs: [] });
      const { embedder, emulator } = await open({}, { egress: closed });
      const error = await rejection(embedder.embed(['a text'], 'document', signal));
      expect(error).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'embeddingModelConfig.baseUrl' },
      });
      expect(emulator?.requests).toHaveLength(0);
      await closed.close();
    });

    test.each([400, 401, 429, 500])('keeps the key out of the error when a %i repeats it', async (status) => {
      const apiKey = 'Abcdefgh1234-secret';
      const said = `Bearer ${apiKey} was refused: ${apiKey}`;
      const body = { message: said, error: { message: said }, detail: said };
      const headers = { 'x-echo': apiKey };
      const { embedder } = await open({ apiKey, fault: () => ({ kind: 'status', status, body, headers }) });
      const error = await rejection(embedder.embed(['a text'], 'document', signal));
      expect(error.details.reason).toContain('was refused');
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain('secret');
    });

    test('shows at most 300 characters of what the vendor said', async () => {
      const said = 'no '.repeat(1_000);
      const body = { message: said, error: { message: said }, detail: said };
      const { details } = await failing({ kind: 'status', status: 400, body });
      expect(details.reason).toHaveLength(300);
    });
  });
}
