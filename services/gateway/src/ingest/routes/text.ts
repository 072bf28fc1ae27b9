import { createHash } from 'node:crypto';
import { contentIdentity, refuseLongText, textBodyLimit, textConfig } from '@docfleet/api/document-source';
import { namespaceId } from '@docfleet/api/find-own';
import { chunkConfig } from '@docfleet/api/shared-fields';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { ingestAccepted, presentAccepted } from '../source-body.ts';

const ingestTextBody = z
  .strictObject({
    namespaceId,
    ingestConfig: z.strictObject({
      source: z.literal('TEXT'),
      config: textConfig,
      chunkConfig,
    }),
    syncFrequency: z.literal('NEVER').optional().describe('A text does not change by itself'),
  })
  .meta({
    examples: [
      {
        namespaceId: 'quickstart',
        ingestConfig: {
          source: 'TEXT',
          config: { name: 'Holidays', text: 'Everyone has 30 days of leave.', metadata: { team: 'people' } },
          chunkConfig: { chunkSize: 400, chunkOverlap: 80 },
        },
      },
    ],
  });

export const ingestText = route({
  method: 'post',
  path: '/v1/ingest/text',
  summary: 'Ingest a text',
  description:
    'The text becomes a document at once and is searchable when its run is COMPLETED. The same `externalId` again, or without one the same text under the same name, updates the document; what has not changed is not embedded again.',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestTextBody,
  bodyLimit: textBodyLimit,
  status: 202,
  response: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  invalid: { default: 'INVALID_INGEST_CONFIG', 'ingestConfig.chunkConfig': 'INVALID_CHUNK_CONFIG' },
  failed: 'INGESTION_FAILED',

  async handle({ body, organizationId, tenantId }, context) {
    const { config, chunkConfig } = body.ingestConfig;
    const { text, name, metadata, externalId } = config;
    refuseLongText(text, { path: 'ingestConfig.config.text', limits: context.limits });
    const contentHash = createHash('sha256').update(text).digest();
    const incoming = {
      organizationId,
      tenantId: tenantId ?? null,
      externalId: externalId ?? contentIdentity(tenantId, name, contentHash),
      name: name ?? null,
      documentType: 'TEXT' as const,
      source: 'TEXT' as const,
      metadata,
      config: { ...(name && { name }), ...(externalId && { externalId }), metadata },
      contentHash,
      stage: 'EMBED' as const,
      text,
      mimeType: 'text/plain',
      fileSize: Buffer.byteLength(text),
    };
    const accepted = await context.useNamespace(organizationId, body.namespaceId, (namespace) => {
      const sizes = chunkSizesOf(namespace, chunkConfig);
      return context.acceptDocument({ ...incoming, ...sizes, namespaceId: namespace.id });
    });
    context.dispatcher.dispatch(accepted.jobs);
    return { message: 'The text was accepted', data: presentAccepted(accepted) };
  },
});
