import { findOwnDocument } from '@docfleet/api/find-own-document';
import { cutPage, readPage } from '@docfleet/api/page';
import { pageInfo, pageQuery } from '@docfleet/api/pagination';
import { location } from '@docfleet/api/shared-fields';
import { openStoredFile } from '@docfleet/api/stored-file';
import { listChunks } from '@docfleet/domain/chunk';
import { readSlices } from '@docfleet/search';
import { z } from 'zod';
import { route } from '../../http/route.ts';

const chunk = z
  .object({
    ordinal: z.int().describe('Its place among the chunks, from 0'),
    start: z.int().describe('Where it begins in the Markdown'),
    end: z.int().describe('Where it has ended'),
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
  query: z.strictObject(pageQuery),
  status: 200,
  response: chunksResponse,
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, organizationId, tenantId, signal }, context) {
    const document = await findOwnDocument(context, { organizationId, tenantId, ...params });
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
