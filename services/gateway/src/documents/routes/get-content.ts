import { Readable } from 'node:stream';
import { findOwnDocument } from '@docfleet/api/find-own-document';
import { fileResponse } from '@docfleet/api/route';
import { openStoredFile } from '@docfleet/api/stored-file';
import { createPlainTextWriter } from '@docfleet/chunking';
import { z } from 'zod';
import { route } from '../../http/route.ts';

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
    format: z
      .enum(['text', 'markdown', 'raw'])
      .default('markdown')
      .describe(
        'raw: the file or text as it came; markdown: what was read from it; text: that without its markup',
      ),
  }),
  status: 200,
  response: fileResponse,
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query, organizationId, tenantId, signal, range }, context) {
    const document = await findOwnDocument(context, { organizationId, tenantId, ...params });
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
