import { embeddingModelConfig } from '@docfleet/embedding';
import { fileStorageConfig } from '@docfleet/file-store';
import { webScraperConfig } from '@docfleet/scraping';
import { vectorStorageConfig } from '@docfleet/vector-store';
import { z } from 'zod';

const text = z.string().min(1).max(2_000);

const oauthClient = z.strictObject({ clientId: text, clientSecret: text });
const sharedOauthClient = oauthClient.meta({ id: 'OAuthClient' });
const microsoftClient = oauthClient
  .extend({
    tenantId: z
      .string()
      .regex(/^[\w][\w.-]{0,253}$/, 'must be the id or a domain of an organisation')
      .optional()
      .describe('Of an application that is registered for one organisation: its id or domain'),
  })
  .meta({ id: 'MicrosoftClient' });

/** The model and the stores: what a namespace cannot be without. */
export const coreConfigs = {
  fileStorageConfig: fileStorageConfig.meta({ id: 'FileStorageConfig' }),
  vectorStorageConfig: vectorStorageConfig.meta({ id: 'VectorStorageConfig' }),
  embeddingModelConfig: embeddingModelConfig.meta({ id: 'EmbeddingModelConfig' }),
};

/** What a namespace may have beside them. */
export const optionalConfigs = {
  webScraperConfig: webScraperConfig.meta({ id: 'WebScraperConfig' }),
  notionConfig: oauthClient.extend({ authorizationUrl: z.url({ protocol: /^https?$/ }).optional() }),
  googleDriveConfig: oauthClient.extend({ apiKey: text }),
  dropboxConfig: sharedOauthClient,
  onedriveConfig: microsoftClient,
  sharepointConfig: microsoftClient,
  boxConfig: sharedOauthClient,
  confluenceConfig: sharedOauthClient,
};

export type CoreConfigName = keyof typeof coreConfigs;
export const coreConfigNames = Object.keys(coreConfigs) as CoreConfigName[];
