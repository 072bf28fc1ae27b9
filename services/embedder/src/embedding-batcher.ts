import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Embedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { currentOwner, inTurns, type Owner } from '@docfleet/runtime/fairness';
import { LRUCache } from 'lru-cache';
import { embedApart, type Outcome } from './embed-apart.ts';

interface TextToEmbed {
  readonly text: string;
  readonly tokens: number;
}

/** Embeds texts of many documents in as few requests as the provider's limits allow. */
interface EmbeddingBatcher {
  /**
   * Embeds texts; returns a vector or an error for each, in order, so that embedded texts need not be paid for again because of
   * another one. Rejects only with the reason of `signal`. Owners whose texts wait take turns in a request, text by text:
   * organizations first, then the namespaces of each, then their tenants.
   */
  embed(texts: readonly TextToEmbed[], signal: AbortSignal): Promise<Outcome[]>;
}

/**
 * Milliseconds that a text waits for others when no request is in flight, and four times as long for each request that is: an idle provider
 * receives it at once, a busy one gets fuller requests, as it may work on them one after the other.
 */
const lingerMs = 4;
const maxLingerMs = 400;
const lingerFor = (underWay: number) => Math.min(lingerMs * 4 ** underWay, maxLingerMs);

interface Call {
  readonly outcomes: Outcome[];
  /** Runs work with its owner's ids in the log and the trace. */
  readonly onItsBehalf: ReturnType<typeof AsyncLocalStorage.snapshot>;
  missing: number;
  settled: boolean;
  /** Error that makes further requests for the call useless. */
  failure?: Error;
  readonly resolve: (outcomes: Outcome[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Item extends TextToEmbed {
  readonly call: Call;
  readonly index: number;
  readonly since: number;
  readonly owner: Owner;
}

/**
 * Counts the items from the front of `waiting` that fit one request; at least one, so that a text that is too long meets the provider's own
 * response.
 */
function countFitting(
  waiting: readonly Item[],
  { inputsPerRequest, tokensPerRequest }: Embedder['limits'],
): number {
  let tokens = 0;
  let count = 0;
  while (count < waiting.length && count < inputsPerRequest) {
    tokens += waiting[count]?.tokens ?? 0;
    if (count > 0 && tokens > tokensPerRequest) break;
    count += 1;
  }
  return count;
}

/** Splits waiting texts into the next request and the rest, which keeps its order. */
function nextBatch(waiting: readonly Item[], limits: Embedder['limits']) {
  const inOrder = inTurns(waiting);
  const batch = inOrder.slice(0, countFitting(inOrder, limits));
  const sent = new Set(batch);
  return { batch, rest: waiting.filter((item) => !sent.has(item)) };
}

function fail(call: Call, error: unknown): void {
  if (call.settled) return;
  call.settled = true;
  call.reject(error);
}

/** Tests whether the other texts of a document need not be sent: the document fails, or all requests would. */
const isForAll = (error: Error): boolean =>
  !(error instanceof AppError && error.retryable && error.details['isOfOneText'] === true);

function settle({ call, index }: Item, outcome: Outcome): void {
  call.outcomes[index] = outcome;
  if (outcome instanceof Error && isForAll(outcome)) call.failure ??= outcome;
  call.missing -= 1;
  if (call.missing > 0 || call.settled) return;
  call.settled = true;
  call.resolve(call.outcomes);
}

/** Called for each request with its number of texts, and the share (0..1) of its maximum, in texts or tokens. */
type OnBatch = (texts: number, fill: number) => void;

function fillOf(batch: readonly Item[], { inputsPerRequest, tokensPerRequest }: Embedder['limits']): number {
  const tokens = batch.reduce((sum, item) => sum + item.tokens, 0);
  return Math.max(batch.length / inputsPerRequest, tokens / tokensPerRequest);
}

function openCall(texts: number): { call: Call; promise: Promise<Outcome[]> } {
  const { promise, ...settlers } = Promise.withResolvers<Outcome[]>();
  const onItsBehalf = AsyncLocalStorage.snapshot();
  return { call: { outcomes: [], onItsBehalf, missing: texts, settled: false, ...settlers }, promise };
}

/** Removes texts of completed and failed calls from the waiting ones; those of failed calls fail too. */
function withoutFailed(waiting: readonly Item[]): Item[] {
  return waiting.filter((item) => {
    const { failure, settled } = item.call;
    if (failure && !settled) settle(item, failure);
    return !settled && !failure;
  });
}

/** Limits of a server that the outcome of a batch shows. */
interface BatchResult {
  /** Maximum number of texts that the server accepts, if it refused more. */
  readonly maxAccepted: number | undefined;
  readonly isEmbedded: boolean;
}

/** Settles each text of a batch. */
function embedBatch(embedder: Embedder, batch: readonly [Item, ...Item[]]): Promise<BatchResult> {
  // A request serves many documents: no single one of them may abort it.
  const { signal } = new AbortController();
  const embed = (texts: readonly string[]) => embedder.embed(texts, 'document', signal);
  const texts = batch.map((item) => item.text);
  // A request for several owners counts for the owner that has waited longest.
  let isEmbedded = true;
  const onOutcome = (index: number, outcome: Outcome) => {
    isEmbedded &&= !(outcome instanceof Error);
    settle(batch[index] as Item, outcome);
  };
  return batch[0].call.onItsBehalf(async () => {
    const maxAccepted = await embedApart(embed, texts, onOutcome);
    return { maxAccepted, isEmbedded };
  });
}

type LowerLimit = Partial<Pick<Embedder['limits'], 'inputsPerRequest' | 'tokensPerRequest'>>;

/**
 * Returns the limit to lower after a refused batch, of which the server took `maxAccepted` texts at once: the tokens per request where it
 * took as many texts before, else the texts per request.
 */
function lowerLimit(batch: readonly Item[], maxAccepted: number, maxTaken: number): LowerLimit {
  if (batch.length > maxTaken) return { inputsPerRequest: maxAccepted };
  const tokens = batch.reduce((sum, item) => sum + item.tokens, 0);
  return { tokensPerRequest: Math.max(1, Math.floor((tokens * maxAccepted) / batch.length)) };
}

/** The limits of an embedder, lowered to what its server turns out to take. */
function createLimits(embedder: Embedder) {
  let { limits } = embedder;
  /** Maximum of texts that the server is known to take in one request. */
  let maxTaken = embedder.capabilities?.inputsPerRequest ?? 0;
  return {
    get current() {
      return limits;
    },
    note(batch: readonly Item[], { maxAccepted, isEmbedded }: BatchResult) {
      if (maxAccepted === undefined && isEmbedded) maxTaken = Math.max(maxTaken, batch.length);
      if (maxAccepted === undefined) return;
      const lower = lowerLimit(batch, maxAccepted, maxTaken);
      limits = { ...limits, ...lower };
      embedder.learn?.(lower);
    },
  };
}

/** Gathers for one embedder; requests under way never exceed its limit. */
export function createEmbeddingBatcher(embedder: Embedder, onBatch?: OnBatch): EmbeddingBatcher {
  const limits = createLimits(embedder);
  let waiting: Item[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let turnsEnd: NodeJS.Immediate | undefined;

  async function send(batch: readonly [Item, ...Item[]]): Promise<void> {
    underWay += 1;
    onBatch?.(batch.length, fillOf(batch, limits.current));
    try {
      limits.note(batch, await embedBatch(embedder, batch));
    } finally {
      underWay -= 1;
      sendWhatIsDue();
    }
  }

  function sendWhatIsDue(): void {
    clearTimeout(timer);
    waiting = withoutFailed(waiting);
    for (
      let oldest = waiting[0];
      oldest && underWay < limits.current.concurrentRequests;
      oldest = waiting[0]
    ) {
      const { batch, rest } = nextBatch(waiting, limits.current);
      const dueInMs = oldest.since + lingerFor(underWay) - performance.now();
      if (rest.length === 0 && batch.length < limits.current.inputsPerRequest && dueInMs > 0) {
        timer = setTimeout(sendWhatIsDue, dueInMs);
        return;
      }
      waiting = rest;
      void send(batch as [Item, ...Item[]]);
    }
  }

  return {
    embed(texts, signal) {
      if (texts.length === 0) return Promise.resolve([]);
      signal.throwIfAborted();
      const { call, promise } = openCall(texts.length);
      const onExhausted = () => fail(call, signal.reason);
      signal.addEventListener('abort', onExhausted, { once: true });
      const since = performance.now();
      waiting.push(...texts.map((one, index) => ({ ...one, call, index, since, owner: currentOwner() })));
      // Whatever is handed over in one turn of the event loop shares a request, however long the turn took.
      clearImmediate(turnsEnd);
      turnsEnd = setImmediate(sendWhatIsDue);
      // A composite signal lives as long as it has listeners, and with it all that they hold.
      return promise.finally(() => signal.removeEventListener('abort', onExhausted));
    },
  };
}

/** Batchers by model and key, whichever namespaces use them: they share the provider's limits. */
export interface EmbeddingBatchers {
  for(providers: Pick<NamespaceProviders, 'configs' | 'embedder'>): EmbeddingBatcher;
}

const maxKept = 500;

/** Opens the batchers of all models; `onBatch` is called for every request of any. */
export function createEmbeddingBatchers(onBatch?: OnBatch): EmbeddingBatchers {
  const batchers = new LRUCache<string, EmbeddingBatcher>({ max: maxKept });
  return {
    for({ configs, embedder }) {
      // Hashed, so that no key stands in memory longer than its embedder does.
      const key = createHash('sha256').update(JSON.stringify(configs.embeddingModelConfig)).digest('base64');
      const batcher = batchers.get(key) ?? createEmbeddingBatcher(embedder, onBatch);
      batchers.set(key, batcher);
      return batcher;
    },
  };
}
