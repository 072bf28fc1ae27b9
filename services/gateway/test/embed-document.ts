import { recordChunks } from '@docfleet/domain/chunk';
import {
  type ClaimedDocument,
  claimDocument,
  documentFileKeys,
  succeedDocument,
} from '@docfleet/domain/document';
import { createChunkSampler } from '@docfleet/domain/keyword-sample';
import { findNamespace } from '@docfleet/domain/namespace';
import { analyzeText, sampledTermIds } from '@docfleet/text-analysis';
import type { MetadataValue } from '@docfleet/vector-store';
import type { TestGateway } from './start-test-gateway.ts';

const signal = () => AbortSignal.timeout(20_000);

/** The chunks of a document: one for each text, in the parsed text one after the other. */
function planChunks({ id, revision }: ClaimedDocument, texts: readonly string[]) {
  let start = 0;
  return texts.map((text, ordinal) => {
    const vectorId = `${id}#${revision}-${ordinal}`;
    const chunk = {
      vectorId,
      ordinal,
      tokens: 1,
      start,
      end: start + text.length,
      text,
      analysis: analyzeText(text),
    };
    start += text.length + 1;
    return chunk;
  });
}

type Owner = Pick<TestGateway, 'context' | 'organizationId'>;

async function storeVectors(
  { context, organizationId }: Owner,
  namespaceName: string,
  claim: ClaimedDocument,
  chunks: ReturnType<typeof planChunks>,
) {
  const namespace = await findNamespace(context.database, organizationId, namespaceName);
  if (!namespace) throw new Error('no such namespace');
  const { embedder, vectorStore, fileStore } = await context.providers.open(namespace.id, namespace.version);
  const texts = chunks.map((chunk) => chunk.text);
  const { parsed } = documentFileKeys(claim.id, claim.revision);
  await fileStore.put(parsed, texts.join('\n'), 'text/markdown; charset=utf-8', signal());
  const vectors = await embedder.embed(texts, 'document', signal());
  const records = chunks.map(({ vectorId, analysis, text }, index) => ({
    id: vectorId,
    documentId: claim.id,
    values: vectors[index] ?? new Float32Array(),
    terms: analysis.terms,
    text,
    source: claim.ingestionSource,
    type: claim.documentType,
    tenantId: claim.tenantId,
    metadata: claim.metadata as Record<string, MetadataValue>,
  }));
  await vectorStore.upsert(records, signal());
  const sampled = chunks.map(({ vectorId, analysis }) => ({
    vectorId,
    termIds: sampledTermIds(analysis),
  }));
  const sampler = createChunkSampler(context.database, context.logger);
  sampler.add(sampled.map((chunk) => ({ namespaceId: namespace.id, documentId: claim.id, ...chunk })));
  await sampler.close();
}

const embedding = {
  provider: 'LOCAL',
  model: 'static-1024',
  dimensions: 1024,
  chunkSize: 1000,
  chunkOverlap: 200,
};

/** Facts that the embedder finds out about a document of these chunks. */
export function embeddedAs(texts: readonly string[], metadataVersion: number) {
  const size = texts.join('\n').length;
  return {
    fileSize: size,
    characterCount: size,
    tokenCount: texts.length,
    embeddingCount: texts.length,
    embedding: { ...embedding, metadataVersion },
  };
}

/** Does to a document that waits what parser and embedder do: its parsed text, and one chunk for each text. */
export async function embedDocument(
  gateway: Owner,
  namespaceName: string,
  documentId: string,
  texts: readonly string[],
): Promise<void> {
  const { database } = gateway.context;
  const { revision, stage } = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  const claim = await claimDocument(database, { documentId, revision, stage });
  if (!claim) throw new Error('nothing to embed');
  const chunks = planChunks(claim, texts);
  await recordChunks(database, claim, chunks);
  await storeVectors(gateway, namespaceName, claim, chunks);
  await succeedDocument(database, claim, embeddedAs(texts, claim.metadataVersion));
}
