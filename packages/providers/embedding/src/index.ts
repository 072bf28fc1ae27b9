export { PartlyUsable, unitVector } from './accept-vectors.ts';
export type { EmbeddingCapabilities } from './capabilities.ts';
export {
  checkEmbedder,
  type Embedder,
  type EmbeddingContext,
  type EmbeddingLimits,
  type EmbeddingPurpose,
} from './provider.ts';
export { loadEnglishWords } from './providers/local/vocabulary.ts';
export {
  type EmbeddingModelConfig,
  embeddingModelConfig,
  embeddingProviders,
  embeddingSettings,
  openEmbedder,
} from './registry.ts';
export { requestDeadlineMs } from './remote-embedder.ts';
