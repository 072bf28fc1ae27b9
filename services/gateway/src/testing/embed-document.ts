import {
  claimDocument,
  documentFileKeys,
  findNamespace,
  recordChunks,
  sampleChunks,
  succeedDocument,
} from '@docfleet/domain';
import { analyze, termId } from '@docfleet/keyword';
import type { TestGateway } from './start-test-gateway.ts';

const signal = () => AbortSignal.timeout(20_000);

/** Does to a queued text what the embedder does: one chunk for each text. */
export async function embedDocument(
  { context, organizationId }: TestGateway,
  namespaceName: string,
  documentId: string,
  texts: readonly string[],
): Promise<void> {
  const { database, providers } = context;
  const namespace = await findNamespace(database, organizationId, namespaceName);
  const row = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  if (!namespace) throw new Error('no such namespace');
  const { revision } = row;
  const claim = await claimDocument(database, { documentId, revision, stage: row.stage });
  if (!claim) throw new Error('nothing to embed');
  const { embedder, vectorStore, fileStore } = await providers.open(namespace.id, namespace.version);

  const vectorIds = texts.map((_, ordinal) => `${documentId}#${revision}-${ordinal}`);
  const vectors = await embedder.embed(texts, 'document', signal());
  const body = texts.join('\n');
  await fileStore.put(documentFileKeys(documentId, revision).parsed, body, 'text/markdown', signal());
  let start = 0;
  const planned = texts.map((text, ordinal) => {
    const chunk = { vectorId: vectorIds[ordinal]!, ordinal, tokens: 1, start, end: start + text.length };
    start += text.length + 1;
    return chunk;
  });
  await recordChunks(database, claim, planned);
  await vectorStore.upsert(
    texts.map((text, ordinal) => ({
      id: vectorIds[ordinal]!,
      documentId,
      values: vectors[ordinal]!,
      terms: analyze(text),
      text,
      source: row.ingestionSource,
      type: row.documentType,
      tenantId: row.tenantId,
      metadata: row.metadata as Record<string, string>,
    })),
    signal(),
  );
  const chunks = texts.map((text, ordinal) => ({
    vectorId: vectorIds[ordinal]!,
    termIds: [...new Set(analyze(text).map(termId))],
  }));
  await sampleChunks(database, { namespaceId: namespace.id, documentId, chunks });
  await succeedDocument(database, claim, {
    fileSize: body.length,
    characterCount: body.length,
    tokenCount: 1,
    embeddingCount: texts.length,
    embedding: {
      provider: 'LOCAL',
      model: 'static-1024',
      dimensions: 1024,
      chunkSize: 1000,
      chunkOverlap: 200,
      metadataHash: '',
    },
  });
}
