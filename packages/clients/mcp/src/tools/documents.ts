import type { Document, DocumentDetails } from '@docfleet/sdk';
import { z } from 'zod';
import {
  cleanLine,
  defined,
  defineTool,
  looks,
  namespaceId,
  refuse,
  sourceFilter,
  type ToolContext,
} from '../tool.ts';

const summary = z.object({
  id: z.string(),
  name: z.string().nullable(),
  externalId: z.string(),
  type: z.string(),
  source: z.string(),
  status: z.string(),
  error: z.string().nullable().describe('Reason for FAILED'),
  updatedAt: z.string(),
});

const details = summary.extend({
  errorCode: z.string().nullable(),
  advice: z.string().nullable().describe('Remedy for a FAILED document'),
  characters: z.int().nullable(),
  tokens: z.int().nullable(),
  chunks: z.int().nullable(),
  mimeType: z.string().nullable(),
  notRead: z
    .array(z.object({ what: z.string(), where: z.string().nullable(), why: z.string(), count: z.int() }))
    .describe('Parts of the file that its text lacks, and why'),
  metadata: z.record(z.string(), z.unknown()),
  connectionId: z.string().nullable(),
  lastSyncedAt: z.string().nullable(),
  createdAt: z.string(),
});

const summaryOf = (given: Document): z.input<typeof summary> => ({
  id: given.id,
  name: given.name,
  externalId: given.externalId,
  type: given.documentType,
  source: given.ingestionSource,
  status: given.ingestionStatus,
  error: given.ingestionError,
  updatedAt: given.updatedAt.isoString,
});

function detailsOf(given: DocumentDetails): z.input<typeof details> {
  const { characterCount, tokenCount, embeddingCount, mimeType } = given.documentProperties;
  return {
    ...summaryOf(given),
    errorCode: given.errorCode,
    advice: given.advice,
    characters: characterCount ?? null,
    tokens: tokenCount ?? null,
    chunks: embeddingCount ?? null,
    mimeType: mimeType ?? null,
    notRead: [...given.notRead],
    metadata: given.metadata,
    connectionId: given.connection?.id ?? null,
    lastSyncedAt: given.lastSyncedAt?.isoString ?? null,
    createdAt: given.createdAt.isoString,
  };
}

const line = ({ id, name, type, status, error }: z.input<typeof summary>) =>
  `${cleanLine(name ?? 'without a name')} (${id}, ${type}): ${status}${error === null ? '' : `, because: ${cleanLine(error)}`}`;

const notThere = ['DOCUMENTS_NOT_FOUND', 'There is no document of this id'] as const;

/** A document of a namespace; throws DOCUMENTS_NOT_FOUND. */
export async function findDocument(
  { client, request }: Pick<ToolContext, 'client' | 'request'>,
  namespaceId: string,
  documentId: string,
): Promise<Document> {
  const filterConfig = { documentIds: [documentId] };
  const { documents } = await client.documents.list({ namespaceId, filterConfig }, request);
  return documents?.[0] ?? refuse(...notThere);
}

export const listDocuments = defineTool({
  name: 'list_documents',
  title: 'List documents',
  description:
    'Lists documents of a namespace with their status, a page at a time. To find out what failed, ask for status FAILED. To find what documents say, use search.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    namespaceId,
    statuses: z
      .array(z.string())
      .optional()
      .describe('Any of BACKLOG, QUEUED, PROCESSING, SUCCESS, FAILED, CANCELLED'),
    externalIds: z.array(z.string()).optional().describe('Addresses of pages, or ids of their source'),
    metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Only documents whose metadata match: { "team": "people" }'),
    source: sourceFilter,
    pageSize: z.int().min(1).max(100).default(20),
    cursor: z.string().optional().describe('nextCursor of the page before'),
  }),
  output: z.object({
    documents: z.array(summary),
    nextCursor: z.string().nullable().describe('For the next page; null on the last'),
  }),

  async run({ namespaceId, statuses, externalIds, metadata, source, pageSize, cursor }, context) {
    const filterConfig = defined({
      documentIngestionStatuses: statuses,
      documentExternalIds: externalIds,
      metadata,
      source,
    });
    const pagination = defined({ pageSize, cursor });
    const page = await context.client.documents.list(
      { namespaceId, filterConfig, pagination },
      context.request,
    );
    const documents = (page.documents ?? []).map(summaryOf);
    const lines = documents.map((each) => `- ${line(each)}`);
    if (page.nextCursor !== null) lines.push(`More with cursor ${page.nextCursor}`);
    return { data: { documents, nextCursor: page.nextCursor }, text: lines.join('\n') || 'No documents.' };
  },
});

export const getDocument = defineTool({
  name: 'get_document',
  title: 'Get a document',
  description:
    'Returns everything about a document except its text: status, why it failed and what to do about it, what its text lacks, metadata, size, where it came from.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({ namespaceId, documentId: z.string() }),
  output: z.object({ document: details }),

  async run({ namespaceId, documentId }, context) {
    const { document: found } = await context.client.documents.get({ documentId }, context.request);
    if (found.namespace.identifier !== namespaceId) refuse(...notThere);
    const document = detailsOf(found);
    const { advice, characters, tokens, chunks, metadata } = document;
    const facts = [
      line(document),
      ...(advice === null ? [] : [`What to do: ${cleanLine(advice)}`]),
      `Source: ${document.source}, ${cleanLine(document.externalId)}`,
      `Size: ${characters ?? '?'} characters, ${tokens ?? '?'} tokens, ${chunks ?? '?'} chunks`,
      ...document.notRead.map(
        ({ what, where, why, count }) =>
          `Not read: ${what} x ${count}${where === null ? '' : `, ${cleanLine(where)}`}: ${cleanLine(why)}`,
      ),
      `Metadata: ${cleanLine(JSON.stringify(metadata))}`,
      `Created ${document.createdAt}, updated ${document.updatedAt}`,
    ];
    return { data: { document }, text: facts.join('\n') };
  },
});

export const deleteDocuments = defineTool({
  name: 'delete_documents',
  title: 'Delete documents',
  description:
    'Deletes documents for good, with all that was made of them. They are gone from searches at once, and nothing brings them back. Make sure that this is what the user wants.',
  scope: 'ingest',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ namespaceId, documentIds: z.array(z.string()).min(1).max(100) }),
  output: z.object({ deleted: z.int() }),

  async run({ namespaceId, documentIds }, { client, request }) {
    const filterConfig = { documentIds };
    const { itemsDeleted } = await client.documents.delete({ namespaceId, filterConfig }, request);
    return { data: { deleted: itemsDeleted }, text: `Documents deleted: ${itemsDeleted}` };
  },
});
