export { countFacets, type FacetValue } from './count-facets.ts';
export { partsOf, readSlices } from './expand-result.ts';
export type { SearchResult } from './finish-results.ts';
export type { RerankOutcome } from './rerank-matches.ts';
export { maxMatches, type SearchOutcome, searchNamespace } from './search-namespace.ts';
export { searchNamespaces, weightsFor } from './search-namespaces.ts';
export {
  type ChooseWeights,
  createSearchContext,
  createStopwatch,
  defaultWeights,
  hybridWeights,
  type SearchContext,
  type SearchRequest,
  searchDefaults,
  type Weights,
} from './search-request.ts';
