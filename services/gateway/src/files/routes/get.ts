import { fileResponse } from '@docfleet/api/route';
import { openStoredFile } from '@docfleet/api/stored-file';
import { isApiKeyUsable } from '@docfleet/domain/api-key';
import { findDocument } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { readFileLink } from '../file-link.ts';

const notFound = () => new AppError('NOT_FOUND', 'This link leads to nothing');

/** Returns the error for a link whose namespace was deleted; it equals the error for a link that was never issued. */
function withoutNamespace(error: unknown): never {
  if (error instanceof AppError && error.code === 'NAMESPACE_NOT_FOUND') throw notFound();
  throw error;
}

export const getFileRoute = route({
  method: 'get',
  path: '/v1/file-links/{token}',
  summary: 'Download a file by its link',
  description:
    'The link comes with a document that was fetched with rawFileUrl or parsedTextFileUrl. Takes a `Range` of bytes.',
  tags: ['Documents'],
  scope: 'public',
  params: z.object({
    token: z
      .string()
      .meta({ description: 'The end of the link', examples: ['WyJuYW1lc3BhY2UiXQ.c2lnbmF0dXJl'] }),
  }),
  response: fileResponse,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'DOCUMENTS_NOT_FOUND'],

  async handle({ params, signal, range }, context) {
    const link = readFileLink(context.linkKey, params.token);
    if (!link) throw notFound();
    if (link === 'expired')
      throw new AppError('FORBIDDEN', 'This link has expired: fetch the document for a new one');
    const { namespaceId, documentId, content, apiKeyId } = link;
    if (!(await isApiKeyUsable(context.database, apiKeyId)))
      throw new AppError('FORBIDDEN', 'The API key that this link was made for is revoked or expired');
    const document = await findDocument(context.database, { namespaceId, tenantId: undefined, documentId });
    if (!document) throw notFound();
    const wanted = { document, content, signal, range };
    const file = await openStoredFile(context, wanted).catch(withoutNamespace);
    return { ...file, fileName: document.name ?? document.id };
  },
});
