export { checkEmbedder } from './check-embedder.ts';
export type { Embedder, EmbeddingContext, EmbeddingLimits, EmbeddingPurpose } from './provider.ts';
export {
  type EmbeddingModelConfig,
  embeddingModelConfig,
  embeddingProviders,
  openEmbedder,
} from './registry.ts';
export { requestDeadlineMs } from './remote-embedder.ts';
export { unitVector } from './unit-vector.ts';
