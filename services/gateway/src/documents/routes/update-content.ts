import { createHash } from 'node:crypto';
import { ingestedText, refuseLongText, textBodyLimit } from '@docfleet/api/document-source';
import { findOwnNamespace, namespaceId } from '@docfleet/api/find-own-namespace';
import { DocumentStatus } from '@docfleet/domain/database';
import { updateDocumentContent } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';

const { QUEUED_FOR_UPDATE: status } = DocumentStatus;

export const updateContentRoute = route({
  method: 'patch',
  path: '/v1/documents/{documentId}',
  summary: 'Replace the content of a document',
  description:
    'Takes plain text or Markdown for a document of any type, and takes the place of what was ingested. Searches show the old content until the new one is embedded; chunks that did not change are not embedded again.',
  tags: ['Documents'],
  scope: 'ingest',
  params: z.object({ documentId: z.string() }),
  body: z
    .strictObject({ namespaceId, content: ingestedText })
    .meta({ examples: [{ namespaceId: 'quickstart', content: 'Everyone has 32 days of leave.' }] }),
  bodyLimit: textBodyLimit,
  status: 202,
  response: z.object({
    document: z.object({ id: z.string(), status: z.literal(status) }),
    ingestJobRunId: z.string().describe('Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId}'),
  }),
  errors: ['NAMESPACE_NOT_FOUND', 'DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'UPDATE_DOCUMENT_CONTENT_FAILED',

  async handle({ params: { documentId }, body, organizationId, tenantId }, context) {
    const { content: text } = body;
    refuseLongText(text, { path: 'content', limits: context.limits });
    const { id: namespaceId } = await findOwnNamespace(context, organizationId, body.namespaceId);
    const hash = createHash('sha256').update(text).digest();
    const content = { namespaceId, tenantId, documentId, text, hash };
    const updated = await updateDocumentContent(context.database, content);
    if (!updated) throw new AppError('DOCUMENTS_NOT_FOUND', 'There is no document of this id');
    context.dispatcher.dispatch(updated.jobs);
    const { ingestJobRunId } = updated;
    return {
      message: 'The content was accepted',
      data: { document: { id: documentId, status }, ingestJobRunId },
    };
  },
});
