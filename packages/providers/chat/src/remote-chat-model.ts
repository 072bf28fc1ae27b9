import { type Vendor, vendorError } from '@docfleet/embedding/vendor';
import { AppError } from '@docfleet/errors';
import type { ChatContext, ChatModel, ChatPart, ChatRequest, ChatTimeouts } from './provider.ts';

/** A prompt of 3,000 tokens takes a model without a graphics card a minute or more; between tokens none takes seconds. */
const defaultTimeouts: ChatTimeouts = { firstPartMs: 120_000, nextPartMs: 20_000, totalMs: 240_000 };

/** A token is rarely longer; a server that ignores the limit of tokens is stopped by the characters. */
const maxCharactersPerToken = 16;

export interface RemoteChat {
  /** Name of the provider in the configuration. */
  readonly provider: string;
  readonly vendor: Omit<Vendor, 'config' | 'product'>;
  /**
   * Sends one request. The last part is the end, which is missing when the vendor has not stated why it ended. May throw whatever its
   * client throws.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatPart>;
}

const unavailable = (message: string, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', message, { details: { reason } });

/** Resolves as the work does, or rejects once it has taken too long; the work itself is ended by its own signal. */
async function within<Result>(work: Promise<Result>, timeoutMs: number, onLate: () => Error) {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onLate()), Math.max(0, timeoutMs));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // The race may have been lost by the work, whose own failure is then of no interest.
    work.catch(() => undefined);
  }
}

/** Counts the time that the vendor takes, and says how much of it is left for the next part. */
function createDeadline({ firstPartMs, nextPartMs, totalMs }: ChatTimeouts) {
  let parts = 0;
  let takenMs = 0;
  return {
    leftMs: () => Math.min(parts === 0 ? firstPartMs : nextPartMs, totalMs - takenMs),
    took(milliseconds: number) {
      parts += 1;
      takenMs += milliseconds;
    },
    hasBegun: () => parts > 0,
  };
}

function failureOf(error: unknown, vendor: Vendor, hasBegun: boolean): AppError {
  const mapped = vendorError(error, vendor);
  if (!hasBegun || mapped.code !== 'PROVIDER_UNAVAILABLE') return mapped;
  const { reason = mapped.message } = mapped.details;
  return unavailable(`${vendor.name} broke off its answer`, reason);
}

/** Makes a ChatModel of a vendor's stream: adds timeouts, the limit of its length, the check of its end and the mapping of errors. */
export function remoteChatModel(
  remote: RemoteChat,
  { timeouts, setting = 'chatModelConfig' }: Pick<ChatContext, 'timeouts' | 'setting'>,
): ChatModel {
  const { provider } = remote;
  const vendor: Vendor = { ...remote.vendor, config: setting, product: 'chat' };

  async function* complete(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart> {
    signal.throwIfAborted();
    const ending = new AbortController();
    const parts = remote.stream(request, AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]();
    const deadline = createDeadline({ ...defaultTimeouts, ...timeouts });
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    aborted.catch(() => undefined);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    let charactersLeft = request.maxTokens * maxCharactersPerToken;
    try {
      for (;;) {
        const startedAt = performance.now();
        const leftMs = deadline.leftMs();
        const late = () =>
          unavailable(`${vendor.name} did not answer in time`, `Nothing came for ${leftMs / 1_000} seconds`);
        const next = await within(Promise.race([parts.next(), aborted]), leftMs, late);
        deadline.took(performance.now() - startedAt);
        if (next.done)
          throw unavailable(`${vendor.name} broke off its answer`, 'The stream ended without its last event');
        if (next.value.type === 'text') charactersLeft -= next.value.text.length;
        if (charactersLeft < 0) {
          yield { type: 'end', reason: 'length', usage: undefined };
          return;
        }
        yield next.value;
        if (next.value.type === 'end') return;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, vendor, deadline.hasBegun());
    } finally {
      signal.removeEventListener('abort', onAbort);
      ending.abort();
      // Not awaited: a client that does not heed the signal must not hold the caller.
      void parts.return?.().catch(() => undefined);
    }
  }

  return { provider, model: vendor.model, complete };
}
