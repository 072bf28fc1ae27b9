export { analyze } from './analyze.ts';
export { encodeTerms, type SparseVector } from './encode-terms.ts';
export { termId } from './term-id.ts';
export {
  inverseDocumentFrequency,
  type TermStatistics,
  type WeightedTerm,
  weighQuery,
} from './weigh-query.ts';
