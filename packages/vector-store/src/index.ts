export { explainScore, type ScoreExplanation } from './explain-score.ts';

export type {
  KeywordPart,
  MetadataValue,
  VectorHit,
  VectorQuery,
  VectorRecord,
  VectorSearchResult,
  VectorStore,
  VectorStoreContext,
} from './provider.ts';
export {
  openVectorStore,
  type VectorStorageConfig,
  vectorStorageConfig,
  vectorStorageProviders,
} from './registry.ts';
