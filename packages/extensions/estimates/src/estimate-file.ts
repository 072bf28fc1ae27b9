import { createReadStream } from 'node:fs';
import type { ParserJobContext } from '@docfleet/api/context';
import { countTokens } from '@docfleet/chunking';
import { contextKey, findStoredVectors, readContexts } from '@docfleet/domain/chunk';
import { endConversion, findWaitingConversion, type WaitingConversion } from '@docfleet/domain/conversion';
import type { Database } from '@docfleet/domain/database';
import { findLiveDocuments, type LiveDocument, titleOfDocument } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import {
  type ChunkSizes,
  type ChunkToEmbed,
  createContextPrompts,
  effectiveChunkSizes,
  type PlannedDocument,
  planChunks,
} from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { Handler, PayloadOf } from '@docfleet/queues';
import type { estimateFile } from './make-estimate.ts';
import {
  type ContentCounts,
  type EstimatedItem,
  type EstimateOutcome,
  judgeContent,
  readEstimateOrder,
} from './outcome.ts';

/** A content that is to be counted as if it were ingested. */
interface DocumentToCount extends ChunkSizes, Pick<PlannedDocument, 'ingestionSource' | 'documentType'> {
  /** The document whose content it would replace. */
  readonly live: LiveDocument | undefined;
  /** Name that the document would get; null without one. */
  readonly name: string | null;
}

/** No document has it, so that no vector is found under it. */
const unknownId = '00000000-0000-0000-0000-000000000000';

/** Tokens that a context sentence is estimated to have. */
const defaultContextTokens = 45;
const noContexts = { contexts: 0, contextInputTokens: 0, contextOutputTokens: 0 };

/** Counts what the context model would read and write for windows of chunks: a chunk that has its sentence costs nothing. */
function createContextCounter(database: Database, { id, title, contextModel }: PlannedDocument) {
  const promptFor = createContextPrompts(title);
  return async (chunks: readonly ChunkToEmbed[]): Promise<typeof noContexts> => {
    if (!contextModel) return noContexts;
    const keys = chunks.map(({ text }) => contextKey(contextModel, text));
    const known = await readContexts(database, id, keys);
    let contextInputTokens = 0;
    const missing = new Set<string>();
    for (const [index, chunk] of chunks.entries()) {
      const messages = promptFor(chunk);
      const key = keys[index] ?? '';
      if (known.has(key) || missing.has(key)) continue;
      missing.add(key);
      contextInputTokens += messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    }
    const contexts = missing.size;
    return { contexts, contextInputTokens, contextOutputTokens: contexts * defaultContextTokens };
  };
}

/**
 * Cuts a content as it would be embedded in a namespace and counts what of it would have to be: a chunk whose vector is stored is not
 * embedded again. Reads the pieces as they come and keeps none.
 */
export async function countContent(
  database: Database,
  providers: Pick<NamespaceProviders, 'embedder' | 'current'>,
  { live, name, ingestionSource, documentType, ...asked }: DocumentToCount,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<ContentCounts> {
  const { embedder, current } = providers;
  const title = titleOfDocument(name);
  const { contextModel } = current;
  const document = {
    id: live?.id ?? unknownId,
    generation: current.generation,
    ingestionSource,
    documentType,
    title,
    contextModel,
  };
  const countContexts = createContextCounter(database, document);
  const model = { provider: current.provider, model: embedder.model };
  const sizes = effectiveChunkSizes(current.chunkSizes ?? asked, embedder, document);
  const counts = { ...noContexts, characters: 0, tokens: 0, chunks: 0, embeddings: 0, embeddedTokens: 0 };
  for await (const window of planChunks(pieces, document, sizes, model)) {
    const ids = window.chunks.map(({ vectorId }) => vectorId);
    const stored = live ? await findStoredVectors(database, live.id, ids) : new Map<string, boolean>();
    counts.characters += window.characters;
    counts.chunks += window.chunks.length;
    const written = await countContexts(window.chunks);
    counts.contexts += written.contexts;
    counts.contextInputTokens += written.contextInputTokens;
    counts.contextOutputTokens += written.contextOutputTokens;
    for (const { tokens, vectorId } of window.chunks) {
      counts.tokens += tokens;
      if (stored.has(vectorId)) continue;
      counts.embeddings += 1;
      counts.embeddedTokens += tokens;
    }
  }
  return counts;
}

const exact = (value: number) => ({ value, isExact: true });

/** Returns the outcome of one document; what its contexts would take is exact only where it has none. */
function toOutcome(item: EstimatedItem, counts: ContentCounts, ocrPages: number): EstimateOutcome {
  const aboutContexts = (value: number) => ({ value, isExact: counts.contexts === 0 });
  return {
    figures: {
      documents: exact(1),
      skipped: exact(0),
      characters: exact(counts.characters),
      tokens: exact(counts.tokens),
      chunks: exact(counts.chunks),
      embeddings: exact(counts.embeddings),
      embeddedTokens: exact(counts.embeddedTokens),
      contexts: exact(counts.contexts),
      contextInputTokens: aboutContexts(counts.contextInputTokens),
      contextOutputTokens: aboutContexts(counts.contextOutputTokens),
      ocrPages: exact(ocrPages),
    },
    read: 1,
    isComplete: true,
    trouble: null,
    items: [item],
  };
}

/** Counts a file or a text as if it were ingested: it is read in the same way and cut as its namespace's model wants it. */
async function estimate(
  context: ParserJobContext,
  conversion: WaitingConversion,
  signal: AbortSignal,
): Promise<EstimateOutcome> {
  const { database, providers: opened, vault } = context;
  const order = readEstimateOrder(vault, conversion);
  const { namespaceId, namespaceVersion, source: ingestionSource, ...sizes } = order;
  const externalId = order.externalId ?? '';
  const name = conversion.fileName || null;
  const providers = await opened.open(namespaceId, namespaceVersion);
  const isText = ingestionSource === 'TEXT';
  return context.withMarkdown(conversion, { isText, signal }, async ({ path, ocrPages }) => {
    const live = (await findLiveDocuments(database, order, [externalId])).get(externalId);
    const pieces = createReadStream(path, { encoding: 'utf8', signal });
    const counts = await countContent(database, providers, { ...sizes, ingestionSource, live, name }, pieces);
    if (counts.chunks === 0) throw new AppError('DOCUMENT_EMPTY', 'The document has no text');
    const item = { externalId, name, wouldBe: judgeContent(counts, live), reason: null, counts };
    return toOutcome(item, counts, ocrPages);
  });
}

/** Estimates a file that a caller waits for, ahead of those without a waiting caller. */
export function estimateFileHandler(context: ParserJobContext): Handler<PayloadOf<typeof estimateFile>> {
  const { database } = context;
  return {
    async handle({ conversionId }, signal) {
      const conversion = await findWaitingConversion(database, conversionId);
      if (!conversion) return;
      const leftMs = Math.max(1, conversion.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
      await endConversion(database, conversionId, { outcome: await estimate(context, conversion, until) });
    },
    onExhausted: ({ conversionId }, error) => endConversion(database, conversionId, error),
  };
}
