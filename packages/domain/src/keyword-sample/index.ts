export { type KeywordStatistics, readKeywordStatistics } from './keyword-sample.ts';
export { type ChunkSampler, createChunkSampler } from './sampler.ts';
