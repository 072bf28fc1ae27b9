import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createVault } from '@docfleet/secrets';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type Database, openDatabase } from '../src/database/index.ts';
import {
  type ClaimedDocument,
  claimDocument,
  claimForCleaning,
  type DocumentToClean,
} from '../src/document/index.ts';
import { type Acceptance, acceptDocument, type IncomingDocument } from '../src/ingest/index.ts';
import { createNamespace, type Namespace } from '../src/namespace/index.ts';
import { createOrganization } from '../src/organization/index.ts';

/** A database for the test file that imports this. */
export let database: Database;
/** A namespace for each test, with its own organization. */
export let namespace: Namespace;
let testDatabase: TestDatabase;

export const vault = createVault(randomBytes(32).toString('base64'));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 20 });
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});
beforeEach(async () => {
  const organizationId = await createOrganization(database, 'Acme');
  const configs = {
    embeddingModelConfig: { provider: 'OPENAI', model: 'old', apiKey: 'k' },
    vectorStorageConfig: { provider: 'LANCEDB' },
  };
  namespace = await createNamespace(database, vault, { organizationId, name: 'docs', configs });
});

export const actor = () => ({ organizationId: namespace.organizationId, apiKeyId: null });

/** A text to accept into the namespace. */
export const incoming = (changes: Partial<IncomingDocument> = {}): IncomingDocument => ({
  organizationId: namespace.organizationId,
  namespaceId: namespace.id,
  tenantId: null,
  externalId: 'a',
  name: 'A',
  documentType: 'TEXT',
  source: 'TEXT',
  metadata: {},
  chunkSize: 1_000,
  chunkOverlap: 200,
  config: {},
  contentHash: createHash('sha256')
    .update(changes.text ?? 'hello')
    .digest(),
  stage: 'EMBED',
  text: 'hello',
  ...changes,
});

/** Accepts a text, by default under a unique name; returns its document's id. */
export async function accept(
  changes: Partial<IncomingDocument> = {},
  acceptance?: Acceptance,
): Promise<string> {
  const document = incoming({ externalId: randomUUID(), ...changes });
  return (await acceptDocument(database, document, acceptance)).documentId;
}

/** The result of embedding the document. */
export const embedded = {
  fileSize: 5,
  characterCount: 5,
  tokenCount: 1,
  embeddingCount: 1,
  embedding: {
    provider: 'LOCAL',
    model: 'static-1024',
    dimensions: 1_024,
    chunkSize: 1_000,
    chunkOverlap: 200,
    metadataVersion: 1,
  },
};

/** Claims the document as the embedder does, by default in its newest revision. */
export async function claim(documentId: string, claimedRevision?: number): Promise<ClaimedDocument> {
  const newest = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  const revision = claimedRevision ?? newest.revision;
  const claimed = await claimDocument(database, { documentId, revision, stage: 'EMBED' });
  if (!claimed) throw new Error('nothing to claim');
  return claimed;
}

export async function clean(documentId: string): Promise<DocumentToClean> {
  const claimed = await claimForCleaning(database, documentId);
  if (!claimed) throw new Error('nothing to clean');
  return claimed;
}

/** A chunk of the document whose vector id is derived from its text. */
export const chunk = (documentId: string, ordinal: number, content: string) => ({
  vectorId: `${documentId}#${content}`,
  ordinal,
  tokens: 1,
  start: 0,
  end: 5,
});
