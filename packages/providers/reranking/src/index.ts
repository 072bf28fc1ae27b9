export type { RerankContext, Reranker } from './provider.ts';
export { openReranker, type RerankConfig, rerankConfig } from './registry.ts';
