import { findOwnDocument } from '@docfleet/api/find-own-document';
import { findNamespaceById } from '@docfleet/domain/namespace';
import { AppError, adviceFor } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { documentResponse, presentDocument } from '../present-document.ts';
import { urlsOf } from '../present-documents.ts';

const documentDetails = documentResponse
  .extend({
    errorCode: z.string().nullable().describe('What `ingestionError` is an instance of'),
    advice: z.string().nullable().describe('What can be done about the error, where that is known'),
  })
  .meta({ id: 'DocumentDetails' });

export const getDocumentRoute = route({
  method: 'get',
  path: '/v1/documents/{documentId}',
  summary: 'Get a document, with what to do about its error',
  description:
    'Its status, source, metadata and schedule; of a failed one the cause and advice, of a partly read one what was not read.',
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  status: 200,
  response: z.object({ document: documentDetails }),
  errors: ['DOCUMENTS_NOT_FOUND', 'NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, organizationId, actor, tenantId, origin }, context) {
    const found = await findOwnDocument(context, { organizationId, tenantId, ...params });
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
