export { type Analysis, analyze, analyzeText, isExact, plainWord } from './analyze.ts';
export { encodeTerms, type SparseVector, termId } from './encode-terms.ts';
export { detectLanguage, nearestLanguage, sureLanguage } from './languages/detect-language.ts';
export { isFunctionWord, type Language, languagesOfFunctionWord } from './languages/language.ts';
export {
  type Exclusion,
  type ParsedQuery,
  parseQuery,
  plainWords,
  refusedBy,
  withoutOperators,
} from './plain-words.ts';
export { streamSafe, tokensOf } from './tokens.ts';
export {
  commonLanguages,
  contentTerms,
  contentTokens,
  inverseDocumentFrequency,
  languageMarker,
  sampledTermIds,
  type TermStatistics,
  type WeightedQuery,
  type WeightedTerm,
  weighQuery,
} from './weigh-query.ts';
