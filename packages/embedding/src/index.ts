export type { Embedder, EmbeddingContext, EmbeddingLimits, EmbeddingPurpose } from './provider.ts';
export { checkEmbedder } from './provider.ts';
export {
  type EmbeddingModelConfig,
  embeddingModelConfig,
  embeddingProviders,
  openEmbedder,
} from './registry.ts';
export { requestDeadlineMs } from './remote-embedder.ts';
export { unitVector } from './unit-vector.ts';
