export { explainScore, type ScoreExplanation } from './explain-score.ts';

export { keywordWeights, totalOf } from './keyword-weights.ts';
export type {
  CandidateSource,
  CandidateStore,
  Conditions,
  FindExisting,
  KeywordPart,
  KeywordTerm,
  MetadataValue,
  Remains,
  RowKey,
  RowScore,
  ScoringStore,
  StoredVector,
  StoredVectors,
  VectorHit,
  VectorQuery,
  VectorRecord,
  VectorSearchResult,
  VectorStore,
  VectorStoreContext,
} from './provider.ts';
export { readGenerationName } from './provider.ts';
export {
  holdLocalFolder,
  localVectorFolders,
  openVectorStore,
  type VectorStorageConfig,
  vectorStorageConfig,
  vectorStorageProviders,
  vectorStoreSettings,
} from './registry.ts';
export { bestFirst, boundedNotice, clampScore } from './scores.ts';
