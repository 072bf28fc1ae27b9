import { createHash } from 'node:crypto';
import type { ChatMessage, ChatModel } from '@docfleet/chat';
import { countTokens } from '@docfleet/chunking';
import { contextKey, recordContext, takeContexts } from '@docfleet/domain/chunk';
import { embeddedText } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
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

const rejected = (message: string) =>
  new AppError('PROVIDER_REJECTED', message, { details: { setting: 'contextModelConfig.model' } });

/** What PostgreSQL does not store and no reader sees. */
const control = /\p{Cc}+/gu;

function toContext(written: string): string {
  let context = written.toWellFormed().replace(control, ' ').replace(/\s+/g, ' ').trim().slice(0, 1_000);
  while (countTokens(context) > contextTokens) {
    const end = context.lastIndexOf(' ');
    context = context.slice(0, end > 0 ? end : Math.floor(context.length / 2));
  }
  return context;
}

async function writeContext(
  model: ChatModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string> {
  let written = '';
  for await (const part of model.complete({ messages, maxTokens }, signal)) {
    if (part.type === 'text') written += part.text;
    else if (part.reason === 'refusal')
      throw rejected('The context model refused to write about a passage of the document');
  }
  const context = toContext(written);
  if (context === '') throw rejected('The context model wrote nothing about a passage of the document');
  return context;
}

interface DocumentWithContexts {
  readonly id: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly revision: number;
  readonly title: string | undefined;
}

/**
 * Returns a function that adds their sentence of context to the chunks of a document, window by window in their order. A sentence is
 * requested once and stored at once; where a request fails, the work of the document fails and goes on with the next sentence later.
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
) {
  const { contextModel, configs } = generation;
  if (!contextModel) return async (chunks: readonly ChunkToEmbed[]) => chunks;
  const { namespaceId, tenantId } = document;
  const spending = { database, priceTable: providerSettings.priceTable, limit };
  const model = meterChat(contextModel, spending, { namespaceId, tenantId, purpose: 'CONTEXT' });
  const promptFor = createContextPrompts(document.title);
  const inTurn = contextRequests(configs);

  return async (chunks: readonly ChunkToEmbed[], signal: AbortSignal): Promise<readonly ChunkToEmbed[]> => {
    const keys = chunks.map(({ text }) => contextKey(contextModel, text));
    const contexts = await takeContexts(database, document, keys);
    const prompts = chunks.map((chunk) => promptFor(chunk));
    const missing = new Map(
      keys.flatMap((key, at) => (contexts.has(key) ? [] : [[key, prompts[at] ?? []] as const])),
    );
    let failed = false;
    const write = async ([key, messages]: readonly [string, readonly ChatMessage[]]) => {
      signal.throwIfAborted();
      if (failed) return;
      try {
        const context = await writeContext(model, messages, signal);
        contexts.set(key, await recordContext(database, document, { key, context }));
      } catch (error) {
        failed = true;
        throw error;
      }
    };
    // Requests that are under way are waited for: what they bring is paid for, and stored.
    const outcomes = await Promise.allSettled([...missing].map((one) => inTurn(() => write(one))));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return chunks.map((chunk, at) => {
      const context = contexts.get(keys[at] ?? '');
      return {
        ...chunk,
        embedded: embeddedText(document.title, chunk.text, context),
        tokens: chunk.tokens + countTokens(context ?? ''),
      };
    });
  };
}
