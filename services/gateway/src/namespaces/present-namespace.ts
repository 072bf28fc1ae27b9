import { embeddingProvider, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { type ClientConfigName, clientSchemas } from '@docfleet/connectors';
import type { Namespace } from '@docfleet/domain/namespace';
import { fileStorageTypes } from '@docfleet/file-store';
import { webScraperProviders } from '@docfleet/scraping';
import { vectorStorageProviders } from '@docfleet/vector-store';
import { z } from 'zod';
import { optionalConfigs } from './namespace-config.ts';
import { type ConfigName, shownFieldsOf } from './provider-forms.ts';

const clientConfig = z.object({ clientId: z.string() }).meta({ id: 'ClientConfig' }).nullable();

/** Fields of OAuth clients but their secrets; clients that show nothing but an id have one form, and those of one schema another. */
function shownClients() {
  const known = new Map<z.ZodType, z.ZodType>();
  const shown = (name: ConfigName, schema: z.ZodType) => {
    const fields = shownFieldsOf(name);
    if (Object.keys(fields).length === 1) return clientConfig;
    const id = schema.meta()?.id;
    const config = z.object({ ...fields, clientId: z.string() });
    return (id === undefined ? config : config.meta({ id: `${id}Config` })).nullable();
  };
  return Object.fromEntries(
    Object.entries(clientSchemas).map(([name, schema]) => {
      const config = known.get(schema) ?? shown(name as ConfigName, schema);
      known.set(schema, config);
      return [name, config];
    }),
  ) as Record<ClientConfigName, z.ZodType<z.output<typeof clientConfig>>>;
}

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
    ...shownClients(),
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
