import { createHash } from 'node:crypto';
import type { ChatMessage, ChatModel } from '@docfleet/chat';
import { countTokens } from '@docfleet/chunking';
import { contextKey, recordContext, takeContexts } from '@docfleet/domain/chunk';
import { embeddedText, type NotRead } from '@docfleet/domain/document';
import { AppError, paidFor } from '@docfleet/errors';
import { type ChunkToEmbed, contextTokens, createContextPrompts } from '@docfleet/pipeline/chunk-planning';
import type { Generation, NamespaceProviders } from '@docfleet/pipeline/providers';
import type { Resources } from '@docfleet/pipeline/resources';
import { meterChat } from '@docfleet/pipeline/spending';
import { LRUCache } from 'lru-cache';
import { limitConcurrency } from './limit-concurrency.ts';

/** Models that think before they write need more than their sentence. */
const maxTokens = 400;
const requestsAtOnce = 8;
const maxKept = 500;

type Limiter = ReturnType<typeof limitConcurrency>;

/** Limits the requests to a context model, whichever documents and namespaces they are for. */
export type ContextRequests = (configs: Generation['configs']) => Limiter;

export function createContextRequests(): ContextRequests {
  const limiters = new LRUCache<string, Limiter>({ max: maxKept });
  return ({ contextModelConfig }) => {
    const key = createHash('sha256').update(JSON.stringify(contextModelConfig)).digest('base64');
    const limiter = limiters.get(key) ?? limitConcurrency(requestsAtOnce);
    limiters.set(key, limiter);
    return limiter;
  };
}

/** Stored for a passage that the model refuses: it is asked about once, and embedded by its own words. */
const noContext = '';

/** Tests whether an error concerns this passage only, so that the model may accept others. */
const isOfPassage = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PROVIDER_REJECTED' && error.details['isOfTexts'] === true;

/** Matches control characters: readers do not see them, and PostgreSQL does not store all of them. */
const control = /\p{Cc}+/gu;

function toContext(written: string): string {
  let context = written.toWellFormed().replace(control, ' ').replace(/\s+/g, ' ').trim().slice(0, 1_000);
  while (countTokens(context) > contextTokens) {
    const end = context.lastIndexOf(' ');
    context = context.slice(0, end > 0 ? end : Math.floor(context.length / 2));
  }
  return context;
}

/** Returns the sentence, or none where the model refuses to write about the passage. */
async function writeContext(
  model: ChatModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string> {
  let written = '';
  try {
    for await (const part of model.complete({ messages, maxTokens }, signal)) {
      if (part.type === 'text') written += part.text;
      else if (part.reason === 'refusal') return noContext;
    }
  } catch (cause) {
    // Vendors bill an answer from its first word.
    throw written === '' ? cause : paidFor(AppError.from(cause));
  }
  const context = toContext(written);
  if (context !== '') return context;
  throw new AppError('PROVIDER_REJECTED', 'The context model wrote nothing about a passage of the document', {
    details: { setting: 'contextModelConfig.model', isOfTexts: true },
  });
}

/** Adds their sentences to the chunks of a document, window by window in their order. */
interface ContextAdder {
  add(chunks: readonly ChunkToEmbed[], signal: AbortSignal): Promise<readonly ChunkToEmbed[]>;
  /** The passages so far that have none, as a part of the document's account. */
  lacking(): NotRead[];
}

interface DocumentWithContexts {
  readonly id: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly revision: number;
  readonly title: string | undefined;
}

/** Asks for the sentences that are missing, and stores each at once; throws what concerns more than a passage. */
async function writeMissing(
  missing: ReadonlyMap<string, readonly ChatMessage[]>,
  inTurn: Limiter,
  write: (key: string, messages: readonly ChatMessage[]) => Promise<void>,
): Promise<Map<string, unknown>> {
  const refused = new Map<string, unknown>();
  let failed = false;
  const attempt = async ([key, messages]: readonly [string, readonly ChatMessage[]]) => {
    if (failed) return;
    try {
      await write(key, messages);
    } catch (error) {
      if (isOfPassage(error)) return void refused.set(key, error);
      failed = true;
      throw error;
    }
  };
  // Requests that are under way are waited for: what they bring is paid for, and stored.
  const outcomes = await Promise.allSettled([...missing].map((one) => inTurn(() => attempt(one))));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return refused;
}

const withoutContext = (count: number): NotRead => ({
  what: 'CONTEXT',
  where: null,
  why: 'The context model refused to write about these passages: they are found by their own words alone',
  count,
});

/**
 * Returns what adds their sentence of context to the chunks of a document. A sentence is requested once and stored at once; where a request
 * fails, the work of the document fails and goes on with the next sentence later. A passage that the model refuses has none, and neither
 * have those that it refuses by a status or with silence, as long as it has written about another of the document.
 */
export function contextAdder(
  {
    database,
    contextRequests,
    providerSettings,
  }: Pick<Resources, 'database' | 'providerSettings'> & { contextRequests: ContextRequests },
  {
    generation,
    spendingLimit: limit,
  }: Pick<NamespaceProviders, 'spendingLimit'> & { generation: Generation },
  document: DocumentWithContexts,
): ContextAdder {
  const { contextModel, configs } = generation;
  if (!contextModel) return { add: async (chunks) => chunks, lacking: () => [] };
  const { namespaceId, tenantId } = document;
  const spending = { database, priceTable: providerSettings.priceTable, limit };
  const model = meterChat(contextModel, spending, { namespaceId, tenantId, purpose: 'CONTEXT' });
  const promptFor = createContextPrompts(document.title);
  const inTurn = contextRequests(configs);
  let hasWritten = false;
  let lacking = 0;

  /** The contexts of chunks, by their keys. */
  async function contextsOf(chunks: readonly ChunkToEmbed[], keys: readonly string[], signal: AbortSignal) {
    const contexts = await takeContexts(database, document, keys);
    const prompts = chunks.map((chunk) => promptFor(chunk));
    const missing = new Map(
      keys.flatMap((key, at) => (contexts.has(key) ? [] : [[key, prompts[at] ?? []] as const])),
    );
    const record = async (key: string, context: string) =>
      contexts.set(key, await recordContext(database, document, { key, context }));
    const refused = await writeMissing(missing, inTurn, async (key, messages) => {
      signal.throwIfAborted();
      await record(key, await writeContext(model, messages, signal));
    });
    hasWritten ||= [...contexts.values()].some((context) => context !== noContext);
    const [error] = refused.values();
    if (error && !hasWritten) throw error;
    for (const key of refused.keys()) await record(key, noContext);
    return contexts;
  }

  return {
    async add(chunks, signal) {
      const keys = chunks.map(({ text }) => contextKey(contextModel, text));
      const contexts = await contextsOf(chunks, keys, signal);
      return chunks.map((chunk, at) => {
        const context = contexts.get(keys[at] ?? '') || undefined;
        if (context === undefined) lacking += 1;
        return {
          ...chunk,
          embedded: embeddedText(document.title, chunk.text, context),
          tokens: chunk.tokens + countTokens(context ?? ''),
        };
      });
    },
    lacking: () => (lacking > 0 ? [withoutContext(lacking)] : []),
  };
}
