import { FileStorageType, VectorStorageProvider, WebScraperProvider } from '@docfleet/domain/database';
import type { Namespace } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { embeddingProvider } from '../http/enumerations.ts';
import { timestamp, toTimestamp } from '../http/timestamp.ts';

const clientConfig = z.object({ clientId: z.string() }).meta({ id: 'ClientConfig' }).nullable();

const microsoftConfig = z
  .object({ clientId: z.string(), tenantId: z.string().optional() })
  .meta({ id: 'MicrosoftClientConfig' })
  .nullable();

/** A namespace as it is shown. Only what is named here is: that is what keeps secrets in. */
export const namespaceResponse = z
  .object({
    identifier: z.string(),
    name: z.string(),
    organization: z.object({ id: z.string() }),
    fileStorageConfig: z.object({
      type: z.enum(FileStorageType),
      bucket: z.string().optional(),
      region: z.string().optional(),
      endpoint: z.string().optional(),
    }),
    vectorStorageConfig: z.object({
      provider: z.enum(VectorStorageProvider),
      indexHost: z.string().optional(),
    }),
    embeddingModelConfig: z.object({
      provider: embeddingProvider,
      model: z.string().optional(),
      baseUrl: z.string().optional(),
      dimensions: z.number().optional(),
    }),
    webScraperConfig: z
      .object({
        provider: z.enum(WebScraperProvider),
        apiKey: z.string().optional().describe('Masked: **** and the last four characters'),
      })
      .nullable(),
    notionConfig: z.object({ clientId: z.string(), authorizationUrl: z.string().optional() }).nullable(),
    googleDriveConfig: clientConfig,
    dropboxConfig: clientConfig,
    onedriveConfig: microsoftConfig,
    sharepointConfig: microsoftConfig,
    boxConfig: clientConfig,
    confluenceConfig: clientConfig,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Namespace' });

const nullable = [
  'webScraperConfig',
  'notionConfig',
  'googleDriveConfig',
  'dropboxConfig',
  'onedriveConfig',
  'sharepointConfig',
  'boxConfig',
  'confluenceConfig',
] as const;

/** The namespace for `namespaceResponse`; configurations that are not set are null. */
export function presentNamespace(namespace: Namespace): z.input<typeof namespaceResponse> {
  const { name, organizationId, configs, createdAt, updatedAt } = namespace;
  const unset = Object.fromEntries(nullable.map((config) => [config, null]));
  return {
    ...unset,
    // Stored configurations were parsed when they came in; the reply's schema is their last judge.
    ...(configs as unknown as z.input<typeof namespaceResponse>),
    identifier: name,
    name,
    organization: { id: organizationId },
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  };
}
