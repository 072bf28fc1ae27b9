export { explainScore, type ScoreExplanation } from './explain-score.ts';

export type {
  FindExisting,
  KeywordPart,
  MetadataValue,
  Remains,
  VectorHit,
  VectorQuery,
  VectorRecord,
  VectorSearchResult,
  VectorStore,
  VectorStoreContext,
} from './provider.ts';
export { lancedbPlace } from './providers/lancedb/index.ts';
export {
  openVectorStore,
  type VectorStorageConfig,
  vectorStorageConfig,
  vectorStorageProviders,
  vectorStoreSettings,
} from './registry.ts';
