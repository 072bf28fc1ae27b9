import { chunkSizes } from '@docfleet/api/chunk-config';
import { chatModelConfig } from '@docfleet/chat';
import { clientSchemas } from '@docfleet/connectors';
import { embeddingModelConfig } from '@docfleet/embedding';
import { fileStorageConfig } from '@docfleet/file-store';
import { spendingLimitConfig } from '@docfleet/pipeline/spending';
import { rerankConfig } from '@docfleet/reranking';
import { webScraperConfig } from '@docfleet/scraping';
import { vectorStorageConfig } from '@docfleet/vector-store';

/** Configurations that every namespace has: the embedding model and the stores. */
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

/** Configurations that a namespace may have besides `coreConfigs`. */
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
  ...clientSchemas,
};

/** Names of the configurations whose providers are tried out before a request is accepted. */
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
