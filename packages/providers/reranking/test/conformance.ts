import { createEgress } from '@docfleet/egress';
import {
  type RerankFault,
  type RerankVendorName,
  rerankEmulatorKey,
  type StubServer,
  startRerankEmulator,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { RerankContext, RerankProvider } from '../src/provider.ts';

export interface ConformingReranker {
  readonly provider: RerankProvider;
  readonly vendor: RerankVendorName;
  /** Returns a configuration without its key, with the fields that point the provider to an emulator. */
  readonly config: (url: string) => Readonly<Record<string, unknown>>;
  readonly endpoints?: (url: string) => NonNullable<RerankContext['endpoints']>;
}

const alive = AbortSignal.timeout(60_000);

/** Tests the contract of the port; the test of each provider calls it. */
export function describeReranker(
  name: string,
  { provider, vendor, config, endpoints }: ConformingReranker,
): void {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let emulator: StubServer | undefined;
  afterEach(() => emulator?.close());
  afterAll(() => egress.close());

  async function open(fault?: (number: number) => RerankFault | undefined, apiKey = rerankEmulatorKey) {
    emulator = await startRerankEmulator(vendor, fault);
    const { url } = emulator;
    const context = { egress, ...(endpoints && { endpoints: endpoints(url) }) };
    return provider.open({ ...config(url), apiKey }, context);
  }

  describe(`${name} as a reranker`, () => {
    test('returns one relevance per text, in the order of the texts', async () => {
      const reranker = await open();
      const texts = ['nothing of it', 'paid leave', 'leave'];
      expect(await reranker.rerank('paid leave', texts, alive)).toEqual([0, 1, 0.5]);
    });

    test('takes as many texts as it declares', async () => {
      const reranker = await open();
      const texts = Array.from({ length: reranker.maxTexts }, (_, index) => `text ${index}`);
      expect(await reranker.rerank('text', texts, alive)).toHaveLength(texts.length);
    });

    test('does not ask for nothing', async () => {
      const reranker = await open();
      expect(await reranker.rerank('text', [], alive)).toEqual([]);
      expect(emulator?.requests).toHaveLength(0);
    });

    test('a wrong key is refused, and the setting named; the key is not repeated', async () => {
      const reranker = await open(undefined, 'wrong-key');
      const error = await reranker.rerank('text', ['text'], alive).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'rerankConfig.apiKey' },
      });
      expect(JSON.stringify(error)).not.toContain('wrong-key');
    });

    test.each([
      [404, 'PROVIDER_REJECTED', 'rerankConfig.model'],
      [429, 'PROVIDER_RATE_LIMITED', undefined],
      [500, 'PROVIDER_UNAVAILABLE', undefined],
      [503, 'PROVIDER_UNAVAILABLE', undefined],
    ])('status %i is %s', async (status, code, setting) => {
      const reranker = await open(() => ({ kind: 'status', status }));
      const error = await reranker.rerank('text', ['text'], alive).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, details: { status, ...(setting && { setting }) } });
    });

    test.each(['too-few', 'garbage'] as const)('an answer that is %s is not used', async (kind) => {
      const reranker = await open(() => ({ kind }));
      await expect(reranker.rerank('text', ['one', 'two'], alive)).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
      });
    });

    test('once it is aborted it rejects with the reason', async () => {
      const reranker = await open(() => ({ kind: 'hang' }));
      const reason = new Error('enough');
      const controller = new AbortController();
      const asked = reranker.rerank('text', ['text'], controller.signal);
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
    });
  });
}
