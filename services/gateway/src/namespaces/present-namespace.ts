import { embeddingProvider, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import type { Namespace } from '@docfleet/domain/namespace';
import { fileStorageTypes } from '@docfleet/file-store';
import { webScraperProviders } from '@docfleet/scraping';
import { vectorStorageProviders } from '@docfleet/vector-store';
import { z } from 'zod';
import { optionalConfigs } from './namespace-config.ts';
import { shownFieldsOf } from './provider-forms.ts';

const clientConfig = z.object({ clientId: z.string() }).meta({ id: 'ClientConfig' }).nullable();

const microsoftConfig = z
  .object({ clientId: z.string(), tenantId: z.string().optional() })
  .meta({ id: 'MicrosoftClientConfig' })
  .nullable();

/** A namespace as it is returned. Fields that are not named here are not: that is what keeps secrets in. */
export const namespaceResponse = z
  .object({
    identifier: z.string(),
    name: z.string(),
    organization: z.object({ id: z.string() }),
    fileStorageConfig: z.object({ type: z.enum(fileStorageTypes), ...shownFieldsOf('fileStorageConfig') }),
    vectorStorageConfig: z.object({
      provider: z.enum(vectorStorageProviders),
      ...shownFieldsOf('vectorStorageConfig'),
    }),
    embeddingModelConfig: z.object({ provider: embeddingProvider, ...shownFieldsOf('embeddingModelConfig') }),
    rerankConfig: z
      .object({
        provider: z.string().meta({ examples: ['COHERE'] }),
        model: z.string().meta({ examples: ['rerank-v3.5'] }),
        baseUrl: z.string().optional(),
      })
      .nullable(),
    chatModelConfig: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['gpt-4.1-mini'] }),
        baseUrl: z.string().optional(),
      })
      .nullable()
      .describe("null: the operator's default answers, if there is one"),
    contextModelConfig: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['gpt-4.1-mini'] }),
        baseUrl: z.string().optional(),
      })
      .nullable()
      .describe('What writes the sentence of context of each chunk; null: chunks are embedded without'),
    chunkConfig: z
      .object({ chunkSize: z.int(), chunkOverlap: z.int() })
      .nullable()
      .describe('null: requests say how their documents are cut'),
    spendingLimitConfig: z
      .object({ tokensPerMonth: z.int().optional(), costPerMonth: z.int().optional() })
      .nullable()
      .describe('null: what chat models use is not limited'),
    webScraperConfig: z
      .object({
        provider: z.enum(webScraperProviders),
        apiKey: z.string().optional().describe('Masked: **** and the last four characters'),
        ...shownFieldsOf('webScraperConfig'),
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

const unset = Object.fromEntries(Object.keys(optionalConfigs).map((name) => [name, null]));

/** The namespace for `namespaceResponse`; configurations that are not set are null. */
export function presentNamespace(namespace: Namespace): z.output<typeof namespaceResponse> {
  const { name, organizationId, configs, createdAt, updatedAt } = namespace;
  return namespaceResponse.parse({
    ...unset,
    ...configs,
    identifier: name,
    name,
    organization: { id: organizationId },
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  });
}
