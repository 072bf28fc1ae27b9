import { findOwnDocument } from '@docfleet/api/find-own-document';
import { documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStage } from '@docfleet/domain/database';
import { maxTimelineEntries, timelineOf } from '@docfleet/domain/document';
import { z } from 'zod';
import { route } from '../../http/route.ts';

const timelineEntry = z
  .object({
    at: z.iso.datetime(),
    status: documentStatus,
    stage: z.enum(DocumentStage).describe('What it waited for or was in'),
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
  description: `Its last ${maxTimelineEntries} moves, the oldest first. What moved before this was written down begins with where it was.`,
  tags: ['Documents'],
  scope: 'read',
  params: z.object({ documentId: z.string() }),
  status: 200,
  response: z.object({ entries: z.array(timelineEntry).max(maxTimelineEntries) }),
  errors: ['DOCUMENTS_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, organizationId, tenantId }, context) {
    const document = await findOwnDocument(context, { organizationId, tenantId, ...params });
    const entries = timelineOf(document).map((entry) => ({ ...entry, at: entry.at.toISOString() }));
    return { message: 'What happened to the document', data: { entries } };
  },
});
