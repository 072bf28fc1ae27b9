import { contextKey, findUnknownVectors, listVectors, readContexts } from '@docfleet/domain/chunk';
import { documentFileKeys, embeddedText, parseEmbedding } from '@docfleet/domain/document';
import {
  findNamespaceVersion,
  listOutdatedDocuments,
  noteEncodedDocument,
  noteEncodedNamespace,
  type OutdatedDocument,
} from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { type ChunkToEmbed, planChunks } from '@docfleet/pipeline/chunk-planning';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import type { encodeKeywords, Handler, PayloadOf } from '@docfleet/queues';
import { inSlices } from '@docfleet/runtime/slices';
import { analyzeText, sampledTermIds } from '@docfleet/text-analysis';
import type { EmbedderContext } from './context.ts';
import { decode } from './read-source.ts';

const documentsAtATime = 100;
/** Milliseconds after which the job releases its slot, which other namespaces wait for, and continues later. */
const turnMs = 20_000;
const writeTimeoutMs = 60_000;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Encoding {
  readonly context: EmbedderContext;
  readonly namespaceId: string;
  readonly providers: NamespaceProviders;
}

/** Ids of a document's visible vectors. */
async function visibleVectors({ context }: Encoding, { id, activeRevision }: OutdatedDocument) {
  const ids = new Set<string>();
  const own = { documentId: id, revision: activeRevision };
  for await (const page of listVectors(context.database, own)) for (const vectorId of page) ids.add(vectorId);
  return ids;
}

/** Cuts the visible content in the same way as before, and writes the terms of its vectors; returns the vectors without a text. */
async function encodeChunks(
  encoding: Encoding,
  document: OutdatedDocument,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { context, namespaceId, providers } = encoding;
  const left = await visibleVectors(encoding, document);
  const embedding = parseEmbedding(document.embedding);
  const file = await providers.fileStore.get(
    documentFileKeys(document.id, document.contentRevision).parsed,
    signal,
  );
  if (!file || !embedding) return left;
  const { title, contextModel } = embedding;
  const planned = { ...document, title, contextModel };
  for await (const { chunks } of planChunks(decode(file.body), planned, embedding, embedding)) {
    const known = chunks.filter(({ vectorId }) => left.delete(vectorId));
    const keyOf = (text: string) => (contextModel ? contextKey(contextModel, text) : '');
    const keys = contextModel ? known.map(({ text }) => keyOf(text)) : [];
    const contexts = await readContexts(context.database, document.id, keys);
    const analyses: { vectorId: string; analysis: ReturnType<typeof analyzeText> }[] = [];
    const add = ({ vectorId, text }: ChunkToEmbed) => {
      const analysis = analyzeText(embeddedText(title, text, contexts.get(keyOf(text))));
      analyses.push({ vectorId, analysis });
    };
    await inSlices(known, add, { signal });
    const terms = new Map(analyses.map(({ vectorId, analysis }) => [vectorId, analysis.terms]));
    // A write that was begun is not broken off: it would be unknown whether it still arrives.
    signal.throwIfAborted();
    await providers.vectorStore.updateTerms(terms, AbortSignal.timeout(writeTimeoutMs));
    context.sampler.add(
      analyses.map(({ vectorId, analysis }) => ({
        namespaceId,
        documentId: document.id,
        vectorId,
        termIds: sampledTermIds(analysis),
      })),
    );
  }
  return left;
}

/** Vectors that a store has written again after their document had been purged go again. */
async function withdraw({ context, providers }: Encoding, documentId: string): Promise<void> {
  const signal = AbortSignal.timeout(writeTimeoutMs);
  const stored = await providers.vectorStore.idsOfDocument(documentId, signal);
  const unknown = await findUnknownVectors(context.database, documentId, stored);
  if (unknown.length > 0) await providers.vectorStore.remove(unknown, signal);
}

async function encodeDocument(encoding: Encoding, document: OutdatedDocument, signal: AbortSignal) {
  const { context } = encoding;
  const left = await encodeChunks(encoding, document, signal);
  if (!(await noteEncodedDocument(context.database, document))) await withdraw(encoding, document.id);
  else if (left.size > 0)
    context.logger.warn(
      { documentId: document.id, chunks: left.size },
      'keywords of chunks keep the previous text analysis until the document is ingested again: its text is cut in another way by now',
    );
}

/** Number of consecutive failures after which the documents are not to blame. */
const failuresInARow = 10;

/** Encodes documents one after the other, so that none keeps those after it from their turn; returns the first failure. */
async function encodeDocuments(
  encoding: Encoding,
  documents: readonly OutdatedDocument[],
  { endsAt, stopping }: { readonly endsAt: number; readonly stopping: AbortSignal },
): Promise<unknown> {
  let first: unknown;
  let failures = 0;
  for (const document of documents) {
    if (performance.now() > endsAt) throw first ?? stillEncoding();
    try {
      await encodeDocument(encoding, document, stopping);
      failures = 0;
    } catch (error) {
      stopping.throwIfAborted();
      first ??= error;
      failures += 1;
      if (failures === failuresInARow) throw first;
    }
  }
  return first;
}

const stillEncoding = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Keywords are being encoded again', { details: { retryAfterMs: 0 } });

/**
 * Encodes the keywords of a namespace again after a change of the text analysis, document by document. Progress is stored in the
 * rows, so that a later job continues from there.
 */
export function encodeKeywordsHandler(context: EmbedderContext): Handler<PayloadOf<typeof encodeKeywords>> {
  return {
    async handle({ namespaceId }, stopping) {
      const version = await findNamespaceVersion(context.database, namespaceId, 'ACTIVE');
      if (version === undefined) return;
      const providers = await context.providers.open(namespaceId, version);
      const encoding = { context, namespaceId, providers };
      const endsAt = performance.now() + turnMs;
      let failure: unknown;
      for (let after = firstId; ; ) {
        const page = { namespaceId, after, count: documentsAtATime };
        const documents = await listOutdatedDocuments(context.database, page);
        const met = await encodeDocuments(encoding, documents, { endsAt, stopping });
        failure ??= met;
        if (documents.length < documentsAtATime) break;
        after = documents.at(-1)?.id ?? after;
      }
      if (failure !== undefined) throw failure;
      await noteEncodedNamespace(context.database, namespaceId);
    },
    async onExhausted({ namespaceId }, error) {
      context.logger.warn({ error, namespaceId }, 'keywords are not encoded again yet');
    },
  };
}
