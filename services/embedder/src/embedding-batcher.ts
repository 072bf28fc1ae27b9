import type { Embedder } from '@docfleet/embedding';

export interface TextToEmbed {
  readonly text: string;
  readonly tokens: number;
}

/** Embeds texts of many documents in as few requests as the provider's limits allow. */
export interface EmbeddingBatcher {
  /** One vector per text, in order; rejects when a request that held one of them failed. */
  embed(texts: readonly TextToEmbed[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** How long a text waits for company while requests could be sent. */
const lingerMs = 4;

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
}

/** Takes from the front of `waiting` what fits one request; at least one item, so that a too long text meets the provider's own answer. */
function takeBatch(waiting: Item[], { inputsPerRequest, tokensPerRequest }: Embedder['limits']): Item[] {
  let tokens = 0;
  let count = 0;
  while (count < waiting.length && count < inputsPerRequest) {
    tokens += waiting[count]?.tokens ?? 0;
    if (count > 0 && tokens > tokensPerRequest) break;
    count += 1;
  }
  return waiting.splice(0, count);
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
  let waiting: Item[] = [];
  let underWay = 0;
  let gathering = false;

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
      schedule();
    }
  }

  function sendWhatFits(): void {
    gathering = false;
    waiting = waiting.filter((item) => !item.call.settled);
    while (waiting.length > 0 && underWay < embedder.limits.concurrentRequests)
      void send(takeBatch(waiting, embedder.limits));
  }

  function schedule(): void {
    if (gathering || waiting.length === 0 || underWay >= embedder.limits.concurrentRequests) return;
    gathering = true;
    setTimeout(sendWhatFits, lingerMs);
  }

  return {
    embed(texts, signal) {
      if (texts.length === 0) return Promise.resolve([]);
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const call: Call = { vectors: [], missing: texts.length, settled: false, resolve, reject };
        signal.addEventListener('abort', () => fail(call, signal.reason), { once: true });
        for (const [index, { text, tokens }] of texts.entries()) waiting.push({ text, tokens, call, index });
        schedule();
      });
    },
  };
}
