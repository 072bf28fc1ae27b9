import { extensionRoute } from '@docfleet/api/context';
import { findOwnDocument, findOwnNamespace } from '@docfleet/api/find-own';
import { fileResponse } from '@docfleet/api/route';
import { openStoredFile } from '@docfleet/api/stored-file';
import { type Database, type DocumentModel, DocumentStatus } from '@docfleet/domain/database';
import { findDocument, findDocumentOfOrganization, listDocuments } from '@docfleet/domain/document';
import { listNamespaces } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { refuse, refusedInLists } from '../conversation.ts';
import { openAiForm } from '../open-ai-form.ts';
import {
  documentId,
  file,
  listOf,
  pageParameters,
  presentFile,
  presentPage,
  presentVectorStoreFile,
  statusesOf,
  storeId,
  vectorStoreFile,
} from '../present-file.ts';

interface Owner {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

const noPosition = () => invalidField('INVALID_REQUEST', 'after', 'is not the id of a document in this list');

/** Lists documents of all namespaces, one namespace after the other by name; one more than the limit where there are more. */
async function listAll(
  database: Database,
  { organizationId, tenantId }: Owner,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<DocumentModel[]> {
  const last =
    after === undefined
      ? undefined
      : await findDocumentOfOrganization(database, { organizationId, tenantId, documentId: after });
  if (after !== undefined && !last) throw noPosition();
  const namespaces = (await listNamespaces(database, organizationId)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const first = last ? namespaces.findIndex(({ id }) => id === last.namespaceId) : 0;
  const found: DocumentModel[] = [];
  for (const { id: namespaceId } of namespaces.slice(Math.max(0, first))) {
    const page = {
      size: limit - found.length,
      ...(last?.namespaceId === namespaceId && { after: last.id }),
    };
    found.push(...(await listDocuments(database, { namespaceId, tenantId }, page)));
    if (found.length > limit) break;
  }
  return found;
}

const listFiles = extensionRoute({
  ...openAiForm,
  path: '/v1/files',
  summary: 'List the documents as files, in the form of OpenAI',
  instead: {
    'POST /v1/files': 'POST /v1/ingest/file takes a file into a namespace',
    'DELETE /v1/files/{fileId}': 'DELETE /v1/documents deletes documents',
  },
  description: 'Namespace by namespace, in the order of their names; within each the newest first.',
  query: z.looseObject({
    ...pageParameters(10_000),
    purpose: z
      .string()
      .optional()
      .describe('Files have the purpose assistants: of others there are none')
      .meta({ examples: ['assistants'] }),
  }),
  isExpensive: true,
  response: listOf(file),
  errors: [],

  async handle({ query, organizationId, tenantId }, { database }) {
    refuse(query, refusedInLists);
    const { limit, after, purpose } = query;
    const isOther = purpose !== undefined && purpose !== 'assistants';
    const documents = isOther ? [] : await listAll(database, { organizationId, tenantId }, { limit, after });
    return { message: '', data: presentPage(documents.map(presentFile), limit) };
  },
});

const fileParams = z.object({ fileId: documentId });

const getFile = extensionRoute({
  ...openAiForm,
  path: '/v1/files/{fileId}',
  summary: 'Get a document as a file, in the form of OpenAI',
  description: 'Name, size in bytes and state of a document of any namespace of the organization.',
  params: fileParams,
  response: file,
  errors: ['DOCUMENTS_NOT_FOUND'],

  async handle({ params: { fileId: documentId }, organizationId, tenantId }, context) {
    const document = await findOwnDocument(context, { organizationId, tenantId, documentId });
    return { message: '', data: presentFile(document) };
  },
});

const getFileContent = extensionRoute({
  ...openAiForm,
  path: '/v1/files/{fileId}/content',
  summary: 'Read the file of a document, in the form of OpenAI',
  description: 'The file as it came; the text of a document that has none.',
  params: fileParams,
  response: fileResponse,
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

  async handle({ params: { fileId: documentId }, organizationId, tenantId, signal, range }, context) {
    const document = await findOwnDocument(context, { organizationId, tenantId, documentId });
    const stored = await openStoredFile(context, { document, content: 'raw', signal, range });
    return { ...stored, fileName: document.name ?? document.id };
  },
});

const storeParams = z.object({ vectorStoreId: storeId });

const listVectorStoreFiles = extensionRoute({
  ...openAiForm,
  path: '/v1/vector_stores/{vectorStoreId}/files',
  summary: 'List the documents of a namespace, in the form of OpenAI',
  instead: {
    'POST /v1/vector_stores/{vectorStoreId}/files': 'POST /v1/ingest/file takes a file into a namespace',
    'POST /v1/vector_stores/{vectorStoreId}/file_batches':
      'POST /v1/ingest/file takes a file into a namespace',
    'POST /v1/vector_stores/{vectorStoreId}/files/{fileId}': 'PATCH /v1/documents changes metadata',
    'DELETE /v1/vector_stores/{vectorStoreId}/files/{fileId}': 'DELETE /v1/documents deletes documents',
  },
  description: 'The newest first, with their state and the metadata that searches filter by as attributes.',
  params: storeParams,
  query: z.looseObject({
    ...pageParameters(),
    filter: z
      .enum(['in_progress', 'completed', 'failed', 'cancelled'])
      .optional()
      .describe('State of the documents to list; all without it')
      .meta({ examples: ['completed'] }),
  }),
  isExpensive: true,
  response: listOf(vectorStoreFile),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params, query, organizationId, tenantId }, context) {
    refuse(query, refusedInLists);
    const { limit, after, filter } = query;
    const { database } = context;
    const { id: namespaceId, name } = await findOwnNamespace(context, organizationId, params.vectorStoreId);
    if (after !== undefined && !(await findDocument(database, { namespaceId, tenantId, documentId: after })))
      throw noPosition();
    const statuses = filter && statusesOf(filter, Object.values(DocumentStatus));
    const page = { size: limit, ...(after !== undefined && { after }) };
    const documents = await listDocuments(database, { namespaceId, tenantId, statuses }, page);
    const files = documents.map((document) => presentVectorStoreFile(document, name));
    return { message: '', data: presentPage(files, limit) };
  },
});

const getVectorStoreFile = extensionRoute({
  ...openAiForm,
  path: '/v1/vector_stores/{vectorStoreId}/files/{fileId}',
  summary: 'Get a document of a namespace, in the form of OpenAI',
  description: 'State of a document, and the metadata that searches filter by as attributes.',
  params: storeParams.extend(fileParams.shape),
  response: vectorStoreFile,
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],

  async handle({ params: { vectorStoreId, fileId: documentId }, organizationId, tenantId }, context) {
    const { id: namespaceId, name } = await findOwnNamespace(context, organizationId, vectorStoreId);
    const owned = { organizationId, tenantId, documentId, namespaceId };
    const document = await findOwnDocument(context, owned);
    return { message: '', data: presentVectorStoreFile(document, name) };
  },
});

/** Bytes of a text that is sent as one JSON document; longer ones are read as they are. */
const maxTextBytes = 8 * 1024 * 1024;

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxTextBytes)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'The text is too long for this form: GET /v1/documents/{documentId}/content?format=markdown streams it',
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const getVectorStoreFileContent = extensionRoute({
  ...openAiForm,
  path: '/v1/vector_stores/{vectorStoreId}/files/{fileId}/content',
  summary: 'Read the text of a document of a namespace, in the form of OpenAI',
  description: 'The text that was read from the file, as Markdown and in one part; up to 8 MiB.',
  params: storeParams.extend(fileParams.shape),
  response: z.object({
    object: z.literal('vector_store.file_content.page'),
    data: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    has_more: z.literal(false),
    next_page: z.null(),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND', 'PAYLOAD_TOO_LARGE'],

  async handle({ params: { vectorStoreId, fileId: documentId }, organizationId, tenantId, signal }, context) {
    const { id: namespaceId } = await findOwnNamespace(context, organizationId, vectorStoreId);
    const owned = { organizationId, tenantId, documentId, namespaceId };
    const document = await findOwnDocument(context, owned);
    const { body } = await openStoredFile(context, { document, content: 'parsed', signal });
    const text = await readText(body);
    return {
      message: '',
      data: {
        object: 'vector_store.file_content.page' as const,
        data: [{ type: 'text' as const, text }],
        has_more: false as const,
        next_page: null,
      },
    };
  },
});

export const fileRoutes = [
  listFiles,
  getFile,
  getFileContent,
  listVectorStoreFiles,
  getVectorStoreFile,
  getVectorStoreFileContent,
];
