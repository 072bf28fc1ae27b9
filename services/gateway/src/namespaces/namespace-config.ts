import { chatModelConfig } from '@docfleet/chat';
import { embeddingModelConfig } from '@docfleet/embedding';
import { fileStorageConfig } from '@docfleet/file-store';
import { spendingLimitConfig } from '@docfleet/pipeline/spending';
import { rerankConfig } from '@docfleet/reranking';
import { webScraperConfig } from '@docfleet/scraping';
import { vectorStorageConfig } from '@docfleet/vector-store';
import { z } from 'zod';
import { chunkSizes } from './chunk-config.ts';

const text = z.string().min(1).max(2_000);

const oauthClient = z.strictObject({
  clientId: text.meta({ title: 'Client ID' }),
  clientSecret: text.meta({ title: 'Client secret', writeOnly: true }),
});
const sharedOauthClient = oauthClient.meta({ id: 'OAuthClient' });
const microsoftClient = oauthClient
  .extend({
    tenantId: z
      .string()
      .regex(/^[\w][\w.-]{0,253}$/, 'must be the id or a domain of an organization')
      .optional()
      .meta({
        title: 'Tenant',
        description: 'Of an application that is registered for one organization: its id or domain',
      }),
  })
  .meta({ id: 'MicrosoftClient' });

const boxClient = oauthClient
  .extend({
    signatureKeys: z
      .strictObject({
        primary: text.meta({ title: 'Primary signature key', writeOnly: true }),
        secondary: text.optional().meta({ title: 'Secondary signature key', writeOnly: true }),
      })
      .optional()
      .meta({
        title: 'Signature keys',
        description:
          'With which Box signs its notifications of changes; without them changes are found by polling',
        writeOnly: true,
      }),
  })
  .meta({ id: 'BoxClient' });

/** The model and the stores: what a namespace cannot be without. */
export const coreConfigs = {
  fileStorageConfig: fileStorageConfig.meta({
    id: 'FileStorageConfig',
    title: 'File store',
    description: 'Keeps the original files and the texts that were extracted from them.',
  }),
  vectorStorageConfig: vectorStorageConfig.meta({
    id: 'VectorStorageConfig',
    title: 'Vector store',
    description: 'Keeps the vectors and searches in them.',
  }),
  embeddingModelConfig: embeddingModelConfig.meta({
    id: 'EmbeddingModelConfig',
    title: 'Embedding model',
    description: 'Turns texts into vectors. After a change, all documents are embedded again.',
  }),
};

/** What a namespace may have beside them. */
export const optionalConfigs = {
  rerankConfig: rerankConfig.meta({
    id: 'RerankConfig',
    title: 'Reranking',
    description: 'Puts the best results into a better order.',
  }),
  chatModelConfig: chatModelConfig.meta({
    id: 'ChatModelConfig',
    title: 'Chat model',
    description: 'Answers questions from what searches find.',
  }),
  contextModelConfig: chatModelConfig.meta({
    id: 'ContextModelConfig',
    title: 'Context model',
    description:
      'A chat model that writes a sentence of context for each chunk, which is embedded with it. After a change, all documents are embedded again.',
  }),
  chunkConfig: chunkSizes.meta({
    id: 'NamespaceChunkConfig',
    title: 'Chunk sizes',
    description:
      'How all documents are cut, whatever their requests say. After a change, all documents are embedded again.',
  }),
  spendingLimitConfig: spendingLimitConfig.meta({
    id: 'SpendingLimitConfig',
    title: 'Spending limit',
    description: 'What answers, context and generated questions may use in a calendar month (UTC).',
  }),
  webScraperConfig: webScraperConfig.meta({
    id: 'WebScraperConfig',
    title: 'Web scraper',
    description: 'Fetches web pages.',
  }),
  notionConfig: oauthClient
    .extend({
      authorizationUrl: z
        .url({ protocol: /^https?$/ })
        .meta({ title: 'Authorization URL' })
        .optional(),
    })
    .meta({ title: 'Notion' }),
  googleDriveConfig: oauthClient
    .extend({
      apiKey: text.meta({
        title: 'API key',
        description: 'For the Google Picker, in which users choose files',
        writeOnly: true,
      }),
    })
    .meta({ title: 'Google Drive' }),
  dropboxConfig: sharedOauthClient,
  onedriveConfig: microsoftClient,
  sharepointConfig: microsoftClient,
  boxConfig: boxClient,
  confluenceConfig: sharedOauthClient,
};

/** What is tried out before it is accepted. */
export const checkedConfigNames = [
  ...(Object.keys(coreConfigs) as (keyof typeof coreConfigs)[]),
  'rerankConfig',
  'chatModelConfig',
  'contextModelConfig',
  'webScraperConfig',
  // There is nothing to call: their values are all that can be wrong.
  'chunkConfig',
  'spendingLimitConfig',
] as const;

export type CoreConfigName = keyof typeof coreConfigs;
export const coreConfigNames = Object.keys(coreConfigs) as CoreConfigName[];
