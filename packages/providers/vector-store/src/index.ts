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
export {
  openVectorStore,
  type VectorStorageConfig,
  vectorStorageConfig,
  vectorStorageProviders,
} from './registry.ts';
