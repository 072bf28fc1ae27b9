import type { Embedder } from '@docfleet/embedding';

interface TextToEmbed {
  readonly text: string;
  readonly tokens: number;
}

/** Embeds texts of many documents in as few requests as the provider's limits allow. */
export interface EmbeddingBatcher {
  /** One vector per text, in order; rejects when a request that held one of them failed. */
  embed(texts: readonly TextToEmbed[], signal: AbortSignal): Promise<Float32Array[]>;
}

/**
 * How long a text waits for company when nothing is under way, and four times as long for each request that is: an idle provider
 * is asked at once, a busy one gets fuller requests, for it may work on them one after the other.
 */
const lingerMs = 4;
const longestLingerMs = 400;
const lingerFor = (underWay: number) => Math.min(lingerMs * 4 ** underWay, longestLingerMs);

interface Call {
  readonly vectors: Float32Array[];
  missing: number;
  settled: boolean;
  readonly resolve: (vectors: Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Item extends TextToEmbed {
  readonly call: Call;
  readonly index: number;
  readonly since: number;
}

/** How many items from the front of `waiting` fit one request; at least one, so that a too long text meets the provider's own answer. */
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

function fail(call: Call, error: unknown): void {
  if (call.settled) return;
  call.settled = true;
  call.reject(error);
}

function deliver({ call, index }: Item, vector: Float32Array): void {
  call.vectors[index] = vector;
  call.missing -= 1;
  if (call.missing > 0 || call.settled) return;
  call.settled = true;
  call.resolve(call.vectors);
}

/** Gathers for one embedder; requests under way never exceed its limit. */
export function createEmbeddingBatcher(embedder: Embedder): EmbeddingBatcher {
  const { limits } = embedder;
  let waiting: Item[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let turnsEnd: NodeJS.Immediate | undefined;

  async function send(batch: Item[]): Promise<void> {
    underWay += 1;
    try {
      // A request serves many documents: no single one of them may abort it.
      const texts = batch.map((item) => item.text);
      const vectors = await embedder.embed(texts, 'document', new AbortController().signal);
      for (const [index, item] of batch.entries()) deliver(item, vectors[index] as Float32Array);
    } catch (error) {
      for (const item of batch) fail(item.call, error);
    } finally {
      underWay -= 1;
      sendWhatIsDue();
    }
  }

  function sendWhatIsDue(): void {
    clearTimeout(timer);
    waiting = waiting.filter((item) => !item.call.settled);
    for (let oldest = waiting[0]; oldest && underWay < limits.concurrentRequests; oldest = waiting[0]) {
      const fitting = countFitting(waiting, limits);
      const dueInMs = oldest.since + lingerFor(underWay) - performance.now();
      if (fitting === waiting.length && fitting < limits.inputsPerRequest && dueInMs > 0) {
        timer = setTimeout(sendWhatIsDue, dueInMs);
        return;
      }
      void send(waiting.splice(0, fitting));
    }
  }

  return {
    embed(texts, signal) {
      if (texts.length === 0) return Promise.resolve([]);
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      const call: Call = { vectors: [], missing: texts.length, settled: false, resolve, reject };
      const giveUp = () => fail(call, signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      const since = performance.now();
      for (const [index, { text, tokens }] of texts.entries())
        waiting.push({ text, tokens, call, index, since });
      // Whatever is handed over in one turn of the event loop shares a request, however long the turn took.
      clearImmediate(turnsEnd);
      turnsEnd = setImmediate(sendWhatIsDue);
      // A composite signal lives as long as it has listeners, and with it all that they hold.
      return promise.finally(() => signal.removeEventListener('abort', giveUp));
    },
  };
}
