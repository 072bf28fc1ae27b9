import type { ChatModel } from '@docfleet/chat';
import { AppError } from '@docfleet/errors';
import { withSpan } from '@docfleet/runtime/tracing';

/** A call of a namespace's model, store or scraper, or of a connector, that has ended, for the operator's metrics. */
export interface ProviderCall {
  readonly port:
    | 'embedding'
    | 'reranking'
    | 'chat'
    | 'vector-store'
    | 'file-store'
    | 'scraping'
    | 'connector';
  /** Name of the provider in the configuration, such as `OPENAI`. */
  readonly vendor: string;
  readonly operation: string;
  readonly outcome: 'ok' | 'rejected' | 'rate-limited' | 'unavailable' | 'item' | 'aborted' | 'failed';
  readonly durationMs: number;
}

export type OnProviderCall = (call: ProviderCall) => void;

/** Methods of each port that are measured, as they use the network or take time; the others are not. */
const operations: Readonly<Record<Exclude<ProviderCall['port'], 'chat'>, readonly string[]>> = {
  embedding: ['embed'],
  reranking: ['rerank'],
  'vector-store': [
    'check',
    'upsert',
    'search',
    'remove',
    'updateMetadata',
    'updateTerms',
    'idsOfDocument',
    'purge',
    'count',
    'maintain',
    'readVectors',
    'nearest',
    'matching',
    'score',
    'read',
  ],
  'file-store': ['check', 'put', 'get', 'remove'],
  scraping: ['check', 'scrape'],
  connector: ['list', 'fetch'],
};

const outcomes: Readonly<Record<string, ProviderCall['outcome']>> = {
  PROVIDER_REJECTED: 'rejected',
  CONNECTION_UNAUTHORIZED: 'rejected',
  PROVIDER_RATE_LIMITED: 'rate-limited',
  PROVIDER_UNAVAILABLE: 'unavailable',
  CURSOR_EXPIRED: 'item',
};

function outcomeOf(error: unknown, signal: unknown): ProviderCall['outcome'] {
  if (signal instanceof AbortSignal && signal.aborted)
    // Our own timeout means that the provider did not respond.
    return (signal.reason as Error | undefined)?.name === 'TimeoutError' ? 'unavailable' : 'aborted';
  const { code } = AppError.from(error);
  return outcomes[code] ?? (/^(PAGE|ITEM)_/.test(code) ? 'item' : 'failed');
}

type Call = (...given: unknown[]) => Promise<unknown>;

/** Makes one call of a provider in a span and reports it when it has ended; `signal` aborts it. */
export async function observeCall<Result>(
  { port, vendor, operation }: Pick<ProviderCall, 'port' | 'vendor' | 'operation'>,
  onCall: OnProviderCall,
  call: () => Promise<Result>,
  signal?: unknown,
): Promise<Result> {
  const startedAt = performance.now();
  const report = (outcome: ProviderCall['outcome']) =>
    onCall({ port, vendor, operation, outcome, durationMs: performance.now() - startedAt });
  try {
    const response = await withSpan(`${port} ${operation}`, { kind: 'client', attributes: { vendor } }, call);
    report('ok');
    return response;
  } catch (error) {
    report(outcomeOf(error, signal));
    throw error;
  }
}

/** The provider, with each of its calls in a span and reported when it has ended. */
export function observeCalls<Provider extends object>(
  provider: Provider,
  { port, vendor }: { readonly port: Exclude<ProviderCall['port'], 'chat'>; readonly vendor: string },
  onCall: OnProviderCall,
): Provider {
  const observed =
    (operation: string, call: Call): Call =>
    (...given) =>
      observeCall(
        { port, vendor, operation },
        onCall,
        () => call.apply(provider, given),
        given.findLast((value) => value instanceof AbortSignal),
      );
  const calls = new Map<string, unknown>(
    operations[port]
      .filter((name) => name in provider)
      .map((name) => [name, observed(name, Reflect.get(provider, name) as Call)]),
  );
  if ('candidates' in provider)
    calls.set('candidates', observeCalls(provider.candidates as object, { port, vendor }, onCall));
  return new Proxy(provider, { get: (target, name) => calls.get(String(name)) ?? Reflect.get(target, name) });
}

/** The model itself, whose calls are reported with the time until the first part: what follows takes as long as the caller reads. */
export function observeChat(chat: ChatModel, onCall: OnProviderCall): ChatModel {
  const place = { port: 'chat', vendor: chat.provider, operation: 'complete' } as const;
  async function* complete(...[request, signal]: Parameters<ChatModel['complete']>) {
    const parts = chat.complete(request, signal)[Symbol.asyncIterator]();
    try {
      const first = await observeCall(place, onCall, () => parts.next(), signal);
      for (let next = first; !next.done; next = await parts.next()) yield next.value;
    } finally {
      await parts.return?.();
    }
  }
  return { provider: chat.provider, model: chat.model, complete };
}
