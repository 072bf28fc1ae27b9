import { createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { contentIdentity } from '../../content-identity.ts';
import type { GatewayContext } from '../../context.ts';
import { route } from '../../http/route.ts';
import { chunkConfig } from '../../schemas/chunk-config.ts';
import { ingestAccepted, presentAccepted } from '../../schemas/ingest-accepted.ts';
import { documentName, externalId } from '../../schemas/ingested-document.ts';
import { metadata } from '../../schemas/metadata.ts';
import { namespaceId } from '../../schemas/namespace-id.ts';

const ingestTextBody = z
  .strictObject({
    namespaceId,
    ingestConfig: z.strictObject({
      source: z.literal('TEXT'),
      config: z.strictObject({
        name: documentName.optional(),
        text: z.string().refine((text) => text.trim() !== '', { error: 'must not be blank' }),
        externalId: externalId.optional(),
        metadata: metadata.optional(),
      }),
      chunkConfig,
    }),
    syncFrequency: z.literal('NEVER').optional().describe('A text does not change by itself'),
  })
  .meta({
    examples: [
      {
        namespaceId: 'handbook',
        ingestConfig: {
          source: 'TEXT',
          config: { name: 'Holidays', text: 'Everyone has 30 days of leave.', metadata: { team: 'people' } },
          chunkConfig: { chunkSize: 1000, chunkOverlap: 200 },
        },
      },
    ],
  });

/** A character of UTF-8 takes at most six bytes of JSON for each of its own: `\u0001`. */
const escapedBytes = 6;

function refuseLongText(text: string, { textBytes }: GatewayContext['limits']): void {
  if (Buffer.byteLength(text) <= textBytes) return;
  const issue = { path: 'ingestConfig.config.text', message: `must not be longer than ${textBytes} bytes` };
  throw new AppError('PAYLOAD_TOO_LARGE', `The text is longer than ${textBytes} bytes of UTF-8`, {
    details: { issues: [issue] },
  });
}

export const ingestText = route({
  method: 'post',
  path: '/v1/ingest/text',
  summary: 'Ingest a text',
  tags: ['Ingestion'],
  scope: 'ingest',
  body: ingestTextBody,
  bodyLimit: ({ textBytes, jsonBytes }) => textBytes * escapedBytes + jsonBytes,
  status: 202,
  reply: ingestAccepted,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_INGEST_CONFIG', 'ingestConfig.chunkConfig': 'INVALID_CHUNK_CONFIG' },
  failed: 'INGESTION_FAILED',

  async handle({ body, organizationId, tenantId }, context) {
    const { config, chunkConfig } = body.ingestConfig;
    const { text, name, metadata = {}, externalId } = config;
    refuseLongText(text, context.limits);
    const contentHash = createHash('sha256').update(text).digest();
    const incoming = {
      organizationId,
      tenantId: tenantId ?? null,
      externalId: externalId ?? contentIdentity(tenantId, name, contentHash),
      name: name ?? null,
      documentType: 'TEXT' as const,
      source: 'TEXT' as const,
      metadata,
      ...chunkConfig,
      config: { ...(name && { name }), ...(externalId && { externalId }), metadata },
      contentHash,
      stage: 'EMBED' as const,
      text,
      mimeType: 'text/plain',
      fileSize: Buffer.byteLength(text),
    };
    const accepted = await context.useNamespace(organizationId, body.namespaceId, ({ id }) =>
      context.acceptDocument({ ...incoming, namespaceId: id }),
    );
    context.dispatcher.dispatch(accepted.jobs);
    return { message: 'The text was accepted', data: presentAccepted(accepted) };
  },
});
