import { inspect } from 'node:util';
import { createEgress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import {
  type ChatEmulator,
  type ChatEmulatorOptions,
  type ChatFault,
  type ChatVendorName,
  chatEmulatorKey,
  eventually,
  startChatEmulator,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { ChatContext, ChatModel, ChatPart, ChatProvider } from '../src/provider.ts';

export interface ConformingChatModel {
  readonly provider: ChatProvider;
  readonly vendor: ChatVendorName;
  /** A configuration without its key. */
  readonly config: (url: string) => Readonly<Record<string, unknown>>;
  readonly endpoints?: (url: string) => NonNullable<ChatContext['endpoints']>;
}

const alive = AbortSignal.timeout(120_000);
const timeouts = { firstPartMs: 250, nextPartMs: 250, totalMs: 20_000 };
const request = (content: string, maxTokens = 200) => ({
  messages: [{ role: 'user' as const, content }],
  maxTokens,
});

const collect = (
  model: ChatModel,
  content: string,
  maxTokens?: number,
  signal = alive,
): Promise<ChatPart[]> => Array.fromAsync(model.complete(request(content, maxTokens), signal));
const textOf = (parts: readonly ChatPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

async function rejection(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('It did not reject'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw error;
}

/** Tests the contract of the port; the test of each provider calls it. */
export function describeChatModel(
  name: string,
  { provider, vendor, config, endpoints }: ConformingChatModel,
) {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let emulator: ChatEmulator | undefined;
  afterEach(() => emulator?.close());
  afterAll(() => egress.close());

  async function open(
    options: ChatEmulatorOptions = {},
    { apiKey = chatEmulatorKey, ...context }: Partial<ChatContext> & { apiKey?: string } = {},
  ) {
    emulator = await startChatEmulator(vendor, options);
    const { url } = emulator;
    const model = provider.open(
      { ...config(url), apiKey },
      { egress, ...(endpoints && { endpoints: endpoints(url) }), ...context },
    );
    return { model, emulator };
  }
  const failing = async (fault: ChatFault, content = 'a text that is long enough to be cut') => {
    const { model } = await open({ fault: () => fault }, { timeouts });
    const error = await rejection(collect(model, content));
    expect(emulator?.requests).toHaveLength(1);
    return error;
  };

  describe(`${name} as a chat model`, () => {
    test('streams what the model writes, its end and the tokens that the vendor counted', async () => {
      const { model } = await open();
      const parts = await collect(model, 'Grüße, 你好 and 👩‍👩‍👧!');
      expect(textOf(parts)).toBe('Grüße, 你好 and 👩‍👩‍👧!');
      expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
      expect(parts.at(-1)).toEqual({
        type: 'end',
        reason: 'stop',
        usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
      });
    });

    test('sends all messages in their order', async () => {
      const { model } = await open();
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One?' },
        { role: 'assistant', content: 'One.' },
        { role: 'user', content: 'Two?' },
      ] as const;
      await Array.fromAsync(model.complete({ messages, maxTokens: 50 }, alive));
      expect(emulator?.requests[0]?.json).toMatchObject({ messages });
    });

    test('says that it stopped at the limit of its tokens', async () => {
      const { model } = await open();
      const parts = await collect(model, 'much too long for so few tokens', 2);
      expect(textOf(parts)).toBe('much too');
      expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'length' });
    });

    test('says that a filter refused', async () => {
      const { model } = await open({ fault: () => ({ kind: 'filtered' }) });
      expect((await collect(model, 'a text')).at(-1)).toMatchObject({ type: 'end', reason: 'refusal' });
    });

    test('a server that ignores the limit of tokens is stopped', async () => {
      const { model, emulator: started } = await open({ fault: () => ({ kind: 'endless' }) });
      const parts = await collect(model, 'again and again', 20);
      expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'length' });
      expect(textOf(parts).length).toBeLessThanOrEqual(20 * 16);
      await eventually(() => expect(started.underWay()).toBe(0));
    });

    test('reads no faster than its caller', async () => {
      const { model, emulator: started } = await open({ fault: () => ({ kind: 'endless' }) });
      const parts = model.complete(request('again and again', 10_000_000), alive)[Symbol.asyncIterator]();
      await parts.next();
      let before = -1;
      // Buffers of the way fill up, then nothing more is written.
      await eventually(() => {
        const now = started.written();
        const isStill = now === before;
        before = now;
        expect(isStill).toBe(true);
      });
      expect(started.written()).toBeLessThan(20_000_000);
      await parts.return?.();
      await eventually(() => expect(started.underWay()).toBe(0));
    });

    test('the time in which its caller does not read is not the vendor’s', async () => {
      const { model } = await open({}, { timeouts: { ...timeouts, totalMs: 2_000 } });
      const parts = model.complete(request('a few tokens to be read slowly'), alive);
      let text = '';
      for await (const part of parts) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        if (part.type === 'text') text += part.text;
      }
      expect(text).toBe('a few tokens to be read slowly');
    });

    test.each<[number, string, string | undefined]>([
      [400, 'PROVIDER_REJECTED', undefined],
      [401, 'PROVIDER_REJECTED', 'chatModelConfig.apiKey'],
      [402, 'PROVIDER_REJECTED', 'chatModelConfig.apiKey'],
      [403, 'PROVIDER_REJECTED', 'chatModelConfig.apiKey'],
      [404, 'PROVIDER_REJECTED', 'chatModelConfig.model'],
      [408, 'PROVIDER_UNAVAILABLE', undefined],
      [422, 'PROVIDER_REJECTED', undefined],
      [429, 'PROVIDER_RATE_LIMITED', undefined],
      [500, 'PROVIDER_UNAVAILABLE', undefined],
      [503, 'PROVIDER_UNAVAILABLE', undefined],
    ])('maps status %i to %s and the setting %s', async (status, code, setting) => {
      const error = await failing({ kind: 'status', status });
      expect(error).toMatchObject({ code });
      expect(error.details.setting).toBe(setting);
    });

    test('names the key that the vendor does not know, and the model that it has not', async () => {
      const { model } = await open({}, { apiKey: 'wrong-key' });
      expect(await rejection(collect(model, 'text'))).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'chatModelConfig.apiKey' },
      });
      const { url = '' } = emulator ?? {};
      const missing = provider.open(
        { ...config(url), model: 'no-such-model', apiKey: chatEmulatorKey },
        { egress, ...(endpoints && { endpoints: endpoints(url) }) },
      );
      expect(await rejection(collect(missing, 'text'))).toMatchObject({
        details: { setting: 'chatModelConfig.model' },
      });
    });

    test('reads how long to wait', async () => {
      const error = await failing({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
      expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMITED', details: { retryAfterMs: 7_000 } });
    });

    test.each<ChatFault['kind']>(['cut', 'unfinished', 'broken-off', 'garbage', 'hang', 'stall'])(
      'a stream that is %s rejects: half an answer is not an answer',
      async (kind) => {
        const error = await failing({ kind } as ChatFault);
        expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
        expect(error.details.reason).toBeTruthy();
      },
    );

    test('a vendor that writes, but too slowly, is late', async () => {
      const slow = { ...timeouts, totalMs: 300 };
      const { model } = await open({ tokenMs: 40 }, { timeouts: slow });
      const error = await rejection(collect(model, 'a text of a good many tokens '.repeat(10)));
      expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    });

    test.each(['before its first part', 'in the middle'])('ends when it is aborted %s', async (when) => {
      const isBefore = when.startsWith('before');
      const { model, emulator: started } = await open({
        fault: () => ({ kind: isBefore ? 'hang' : 'stall' }),
      });
      const abort = new AbortController();
      const parts: ChatPart[] = [];
      const reading = (async () => {
        for await (const part of model.complete(request('a text that is long enough'), abort.signal))
          parts.push(part);
      })();
      const outcome = expect(reading).rejects.toBe('stop');
      await eventually(() => {
        expect(started.requests).toHaveLength(1);
        expect(parts.length > 0).toBe(!isBefore);
      });
      abort.abort('stop');
      await outcome;
    });

    test('does not begin when it has been aborted', async () => {
      const { model } = await open();
      await expect(collect(model, 'text', 10, AbortSignal.abort('stop'))).rejects.toBe('stop');
      expect(emulator?.requests).toHaveLength(0);
    });

    test('a caller that stops reading ends the request', async () => {
      const { model, emulator: started } = await open({ fault: () => ({ kind: 'endless' }) });
      for await (const _part of model.complete(request('again', 1_000_000), alive)) break;
      await eventually(() => expect(started.underWay()).toBe(0));
    });

    test('leaves no timer behind that would keep the process from ending', async () => {
      const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
      const { model } = await open();
      await collect(model, 'a text');
      await emulator?.close();
      const before = timers();
      await rejection(collect(model, 'a text'));
      expect(timers()).toBeLessThanOrEqual(before);
    });

    test('does not connect to an address that the operator forbids', async () => {
      const closed = createEgress({ allowCidrs: [] });
      const { model } = await open({}, { egress: closed });
      expect(await rejection(collect(model, 'text'))).toMatchObject({
        code: 'PROVIDER_REJECTED',
        details: { setting: 'chatModelConfig.baseUrl' },
      });
      expect(emulator?.requests).toHaveLength(0);
      await closed.close();
    });

    test.each([400, 401, 429, 500])('keeps the key out of the error when a %i repeats it', async (status) => {
      const said = `Bearer ${chatEmulatorKey} was refused`;
      const body = { message: said, error: { message: said }, detail: said };
      const error = await failing({ kind: 'status', status, body, headers: { 'x-echo': chatEmulatorKey } });
      expect(error.details.reason).toContain('was refused');
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain(chatEmulatorKey);
    });

    test('accepts no setting that it does not declare', () => {
      const complete = { ...config('http://localhost'), apiKey: 'key' };
      expect(provider.config.safeParse(complete).success).toBe(true);
      expect(provider.config.safeParse({ ...complete, color: 'blue' }).success).toBe(false);
    });
  });
}
