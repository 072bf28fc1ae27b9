import { presentSource, sourceShape } from '@docfleet/api/document-filter';
import {
  documentStatus,
  documentType,
  embeddingProvider,
  ingestionSource,
  notRead,
  timestamp,
  toTimestamp,
} from '@docfleet/api/shared-fields';
import { hasContent, type StoredContent } from '@docfleet/api/stored-file';
import type { DocumentModel } from '@docfleet/domain/database';
import { parseMetadata, parseNotRead, progressOf, progressUnits } from '@docfleet/domain/document';
import type { Namespace } from '@docfleet/domain/namespace';
import { embeddingProviders } from '@docfleet/embedding';
import { fileStorageTypes } from '@docfleet/file-store';
import { webScraperProviders } from '@docfleet/scraping';
import { vectorStorageProviders } from '@docfleet/vector-store';
import { z } from 'zod';
import { writeFileLink } from '../files/file-link.ts';

const reference = z.object({ id: z.string() });
const fileUrl = z
  .url()
  .nullable()
  .optional()
  .describe(
    'Opens without a key for an hour; present where it was asked for, null where nothing is stored yet',
  );

const providersReply = z.object({
  fileStorage: z.enum(fileStorageTypes).optional(),
  vectorStorage: z.enum(vectorStorageProviders).optional(),
  embeddingModel: embeddingProvider.optional(),
  webScraper: z.enum(webScraperProviders).optional(),
});

export const documentResponse = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    externalId: z.string(),
    documentType: documentType,
    ingestionSource: ingestionSource,
    ingestionStatus: documentStatus,
    ingestionError: z.string().nullable(),
    ingestJob: reference,
    ingestJobRun: reference,
    connection: reference.optional(),
    documentProperties: z.object({
      mimeType: z.string().optional(),
      fileSize: z.int().optional().describe('Bytes'),
      characterCount: z.int().optional(),
      tokenCount: z.int().optional(),
      embeddingCount: z.int().optional(),
      ocrPagesCount: z.int().optional(),
    }),
    notRead,
    progress: z
      .object({
        unit: z.enum(progressUnits).describe('PAGE and ROW are read, CHUNK are embedded'),
        done: z.int().min(0).describe('Pages, rows or chunks that are done'),
        total: z.int().nullable().describe('Number of all of them; null where it is unknown before the end'),
      })
      .meta({ examples: [{ unit: 'PAGE', done: 120, total: 300 }] })
      .nullable()
      .describe(
        'Progress of a document that is PROCESSING: pages of a PDF and rows of a CSV that are read, then chunks that are embedded. Null in the first two seconds, for other types, and afterwards',
      ),
    embeddingConfig: z
      .object({
        provider: embeddingProvider,
        model: z.string(),
        dimensions: z.int(),
        chunkSize: z.int(),
        chunkOverlap: z.int(),
      })
      .optional()
      .describe('Model and chunk sizes of the visible content'),
    providers: providersReply,
    metadata: z.record(z.string(), z.unknown()),
    vectorMetadata: z
      .enum(['CURRENT', 'PENDING', 'FAILED'])
      .describe(
        'State of this metadata in the vector store. Searches honor the document in any case: each result is checked against it',
      ),
    tenantId: z.string().nullable(),
    namespace: z.object({ identifier: z.string() }),
    organization: reference,
    ...sourceShape,
    lastSyncedAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    rawFileUrl: fileUrl,
    parsedTextFileUrl: fileUrl,
  })
  .meta({ id: 'Document' });

type DocumentResponse = z.input<typeof documentResponse>;

const webSources: readonly string[] = ['URLS_LIST', 'SITEMAP', 'WEBSITE'];

function vectorMetadataOf({ metadataUpdate }: DocumentModel): DocumentResponse['vectorMetadata'] {
  if (metadataUpdate === 'ERROR') return 'FAILED';
  return metadataUpdate === 'QUEUED' || metadataUpdate === 'PROCESSING' ? 'PENDING' : 'CURRENT';
}

/** Returns the properties of a document that are known at its current stage of processing. */
function propertiesOf(document: DocumentModel): DocumentResponse['documentProperties'] {
  const { mimeType, fileSize, characterCount, tokenCount, embeddingCount, ocrPagesCount } = document;
  const known = Object.entries({
    mimeType,
    fileSize,
    characterCount,
    tokenCount,
    embeddingCount,
    ocrPagesCount,
  }).filter(([, value]) => value !== null);
  return Object.fromEntries(known);
}

/** Returns the stored name of a provider; undefined when this version does not have that provider. */
const knownName = <Name extends string>(names: readonly Name[], stored: string | undefined) =>
  names.find((name) => name === stored);

function providersOf(document: DocumentModel, { configs }: Namespace): DocumentResponse['providers'] {
  const fromWeb = webSources.includes(document.ingestionSource);
  return {
    fileStorage: knownName(fileStorageTypes, configs.fileStorageConfig?.type),
    vectorStorage: knownName(vectorStorageProviders, configs.vectorStorageConfig?.provider),
    embeddingModel: knownName(embeddingProviders, configs.embeddingModelConfig?.provider),
    ...(fromWeb && { webScraper: knownName(webScraperProviders, configs.webScraperConfig?.provider) }),
  };
}

/** Returns a document in the shape of `documentResponse`; `urlOf` returns its requested links. */
export function presentDocument(
  document: DocumentModel,
  namespace: Namespace,
  urls: Readonly<Partial<Record<StoredContent, string | null>>>,
): DocumentResponse {
  const { id, name, externalId, ingestionError, tenantId } = document;
  return {
    id,
    name,
    externalId,
    documentType: document.documentType,
    ingestionSource: document.ingestionSource,
    ingestionStatus: document.status,
    ingestionError,
    ingestJob: { id: document.ingestJobId },
    ingestJobRun: { id: document.ingestJobRunId },
    ...(document.connectionId && { connection: { id: document.connectionId } }),
    documentProperties: propertiesOf(document),
    notRead: parseNotRead(document.notRead),
    progress: progressOf(document),
    ...(document.embedding && {
      embeddingConfig: documentResponse.shape.embeddingConfig.parse(document.embedding),
    }),
    metadata: parseMetadata(document.metadata),
    vectorMetadata: vectorMetadataOf(document),
    providers: providersOf(document, namespace),
    tenantId,
    namespace: { identifier: namespace.name },
    organization: { id: document.organizationId },
    ...presentSource(document),
    lastSyncedAt: document.lastSyncedAt && toTimestamp(document.lastSyncedAt),
    createdAt: toTimestamp(document.createdAt),
    updatedAt: toTimestamp(document.updatedAt),
    ...(urls.raw !== undefined && { rawFileUrl: urls.raw }),
    ...(urls.parsed !== undefined && { parsedTextFileUrl: urls.parsed }),
  };
}

/** Request field that chooses the parts of a response about documents: the list itself, statistics, links to files. */
export const includeConfig = z
  .strictObject({
    documents: z.boolean().default(true),
    stats: z.boolean().default(false).describe('Deprecated: use statsBySource'),
    statsBySource: z.boolean().default(false),
    statsByStatus: z.boolean().default(false),
    statsByDocumentType: z.boolean().default(false),
    rawFileUrl: z.boolean().default(false),
    parsedTextFileUrl: z.boolean().default(false),
  })
  .meta({ id: 'IncludeConfig' })
  .prefault({});
export type Include = z.output<typeof includeConfig>;

const includedUrls = [
  ['raw', 'rawFileUrl'],
  ['parsed', 'parsedTextFileUrl'],
] as const satisfies readonly (readonly [StoredContent, keyof Include])[];

/** Values that links to files are built from: the gateway's origin and the key that signs their tokens. */
interface Links {
  readonly origin: string;
  readonly key: Uint8Array;
  /** Id of the API key that the links are made for; they work as long as that key does. */
  readonly apiKeyId: string;
}

/** Returns the requested links to the files of a document; null for content that is not stored. */
export function urlsOf(
  document: DocumentModel,
  include: Pick<Include, (typeof includedUrls)[number][1]>,
  { origin, key, apiKeyId }: Links,
) {
  const asked = includedUrls.filter(([, flag]) => include[flag]);
  const { id: documentId, namespaceId } = document;
  return Object.fromEntries(
    asked.map(([content]) => [
      content,
      hasContent(document, content)
        ? `${origin}/v1/file-links/${writeFileLink(key, { namespaceId, documentId, content, apiKeyId })}`
        : null,
    ]),
  );
}

/** Returns documents with the requested links; an empty object when the request excludes documents. */
export function presentDocuments(
  documents: readonly DocumentModel[],
  namespace: Namespace,
  include: Include,
  links: Links,
): { documents?: ReturnType<typeof presentDocument>[] } {
  if (!include.documents) return {};
  const current = (document: DocumentModel) =>
    presentDocument(document, namespace, urlsOf(document, include, links));
  return { documents: documents.map(current) };
}
