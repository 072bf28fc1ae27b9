import { Readable } from 'node:stream';
import { findOwnDocument, findOwnNamespace, namespaceId } from '@docfleet/api/find-own';
import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { fileResponse } from '@docfleet/api/route';
import { documentStatus, location } from '@docfleet/api/shared-fields';
import { openStoredFile } from '@docfleet/api/stored-file';
import { createPlainTextWriter } from '@docfleet/chunking';
import { listChunks } from '@docfleet/domain/chunk';
import { type Database, type DocumentModel, DocumentStage } from '@docfleet/domain/database';
import { maxTimelineEntries, timelineOf } from '@docfleet/domain/document';
import { findNamespaceById } from '@docfleet/domain/namespace';
import { AppError, adviceFor } from '@docfleet/errors';
import { readSlices } from '@docfleet/search';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { documentResponse, presentDocument, urlsOf } from '../present-documents.ts';

const ofNamespace = {
  namespaceId: namespaceId
    .optional()
    .describe('Namespace of the document; in another one it is not found. Ids need none'),
};

interface DocumentRequest {
  readonly params: { readonly documentId: string };
  readonly query: { readonly namespaceId?: string | undefined };
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

/** Returns a document of the caller; throws DOCUMENTS_NOT_FOUND if it does not exist or is in another namespace than the request names. */
async function findNamedDocument(
  context: { readonly database: Database },
  { params, query, organizationId, tenantId }: DocumentRequest,
): Promise<DocumentModel> {
  const namespace = query.namespaceId && (await findOwnNamespace(context, organizationId, query.namespaceId));
  return findOwnDocument(context, {
    organizationId,
    tenantId,
    ...params,
    ...(namespace && { namespaceId: namespace.id }),
  });
}

const documentDetails = documentResponse
  .extend({
    errorCode: z.string().nullable().describe('Error code of `ingestionError`'),
    advice: z.string().nullable().describe('Remedy for the error, where one is known'),
  })
  .meta({ id: 'DocumentDetails' });

export const getDocumentRoute = route({
  method: 'get',
  path: '/v1/documents/{documentId}',
  summary: 'Get a document, with what to do about its error',
  description:
    'Status, source, metadata and schedule of the document; of a failed one the cause and advice, of a partly read one the parts that were not read.',
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  query: z.strictObject(ofNamespace),
  response: z.object({ document: documentDetails }),
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

  async handle({ actor, origin, ...request }, context) {
    const found = await findNamedDocument(context, request);
    const namespace = await findNamespaceById(context.database, found.namespaceId);
    if (!namespace) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
    const asked = { rawFileUrl: true, parsedTextFileUrl: true };
    const urls = urlsOf(found, asked, { origin, key: context.linkKey, apiKeyId: actor.apiKeyId });
    const { errorCode } = found;
    const advice = errorCode === null ? null : (adviceFor(errorCode) ?? null);
    const document = { ...presentDocument(found, namespace, urls), errorCode, advice };
    return { message: 'The document', data: { document } };
  },
});

/** Content type of each requested format; undefined: the type with which the content is stored. */
const contentTypes = {
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  raw: undefined,
} as const;

/** Streams stored Markdown without its markup. */
async function* withoutMarkup(body: Readable): AsyncGenerator<string> {
  const writer = createPlainTextWriter();
  for await (const part of body.setEncoding('utf8') as AsyncIterable<string>) yield writer.push(part);
  yield writer.end();
}

export const getDocumentContentRoute = route({
  method: 'get',
  path: '/v1/documents/{documentId}/content',
  summary: 'Read what is stored of a document',
  description:
    'Takes a `Range` of bytes for `raw` and `markdown`, so that a large file can be read in parts: the response is then 206 with a `Content-Range`.',
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  query: z.object({
    ...ofNamespace,
    format: z
      .enum(['text', 'markdown', 'raw'])
      .default('markdown')
      .describe(
        'raw: the file or text as it came; markdown: what was read from it; text: that without its markup',
      ),
  }),
  response: fileResponse,
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

  async handle({ signal, range, ...request }, context) {
    const document = await findNamedDocument(context, request);
    const { query } = request;
    const content = query.format === 'raw' ? 'raw' : 'parsed';
    const file = await openStoredFile(context, {
      document,
      content,
      signal,
      ...(query.format !== 'text' && { range }),
    });
    const contentType = contentTypes[query.format] ?? file.contentType;
    const fileName = document.name ?? document.id;
    if (query.format === 'text')
      return { body: Readable.from(withoutMarkup(file.body)), contentType: contentTypes.text, fileName };
    return { ...file, contentType, fileName };
  },
});

const timelineEntry = z
  .object({
    at: z.iso.datetime(),
    status: documentStatus,
    stage: z.enum(DocumentStage).describe('Stage of the document at that time'),
    revision: z.int().describe('Counts the contents that were asked for'),
    error: z
      .object({ code: z.string(), message: z.string().describe('Cut after 200 characters') })
      .nullable()
      .describe('Also of an attempt that is repeated'),
  })
  .meta({ id: 'TimelineEntry' });

export const getDocumentTimelineRoute = route({
  method: 'get',
  path: '/v1/documents/{documentId}/timeline',
  summary: 'Read what happened to a document',
  description: `The last ${maxTimelineEntries} transitions of the document, the oldest first.`,
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  query: z.strictObject(ofNamespace),
  response: z.object({ entries: z.array(timelineEntry).max(maxTimelineEntries) }),
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

  async handle(request, context) {
    const document = await findNamedDocument(context, request);
    const entries = timelineOf(document).map((entry) => ({ ...entry, at: entry.at.toISOString() }));
    return { message: 'What happened to the document', data: { entries } };
  },
});

const chunk = z
  .object({
    ordinal: z.int().describe('Its place among the chunks, from 0'),
    start: z.int().describe('Start in the Markdown'),
    end: z.int().describe('End in the Markdown, exclusive'),
    tokens: z.int(),
    text: z.string(),
    location: location.optional(),
  })
  .meta({ id: 'Chunk' });

const chunksResponse = z.object({
  ...pageInfo,
  chunks: z.array(chunk),
  revision: z.int().nullable().describe('Of the content that searches see; null while there is none'),
});

export const listDocumentChunksRoute = route({
  method: 'get',
  path: '/v1/documents/{documentId}/chunks',
  summary: 'List the chunks that searches see of a document',
  description:
    'In their order. `start` and `end` count UTF-16 units, as JavaScript does, of the text that `…/content?format=markdown` returns; chunks overlap. A cursor ends with the content that it was made for.',
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  query: z.strictObject({ ...pageQuery, ...ofNamespace }),
  response: chunksResponse,
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],

  async handle({ signal, ...request }, context) {
    const document = await findNamedDocument(context, request);
    const { query } = request;
    const { id: documentId, activeRevision: revision } = document;
    const list = { key: context.linkKey, place: `chunks/${documentId}/${revision}` };
    const page = readPage(query, { ...list, invalid: 'INVALID_REQUEST' });
    const range = { after: Number(page.after ?? -1), limit: page.size + 1 };
    const found =
      revision === null ? [] : await listChunks(context.database, { documentId, revision, ...range });
    const { shown, info } = cutPage(
      found.map((place) => ({ ...place, id: String(place.ordinal) })),
      page,
      list,
    );
    const file =
      shown.length > 0 ? await openStoredFile(context, { document, content: 'parsed', signal }) : undefined;
    const texts = file ? await readSlices(file.body, shown) : [];
    const chunks = shown.map((place, index) => ({ ...place, text: texts[index] ?? '' }));
    return { message: 'The chunks of the document', data: { ...info, revision, chunks } };
  },
});
