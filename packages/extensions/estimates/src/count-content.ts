import { countTokens } from '@docfleet/chunking';
import { contextKey, findStoredVectors, readContexts } from '@docfleet/domain/chunk';
import type { Database } from '@docfleet/domain/database';
import { type LiveDocument, titleOfDocument } from '@docfleet/domain/document';
import {
  type ChunkSizes,
  type ChunkToEmbed,
  createContextPrompts,
  effectiveChunkSizes,
  type PlannedDocument,
  planChunks,
} from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { ContentCounts } from './outcome.ts';

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
