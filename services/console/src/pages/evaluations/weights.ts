/** Options for the semantic weight of an evaluation; empty uses the default weights of searches. */
export const weights = [
  { value: '', label: 'As suits the model' },
  { value: '1', label: 'By meaning' },
  { value: '0.7', label: 'Hybrid 0.7 / 0.3' },
  { value: '0.5', label: 'Hybrid 0.5 / 0.5' },
  { value: '0.3', label: 'Hybrid 0.3 / 0.7' },
] as const;

export type SemanticWeight = (typeof weights)[number]['value'];

/** Returns the search configuration of an evaluation with a semantic weight. */
export function configOfWeights(semantic: SemanticWeight) {
  const semanticWeight = Number(semantic);
  const keywordWeight = Math.round((1 - semanticWeight) * 10) / 10;
  return semantic === '' ? {} : { hybridConfig: { semanticWeight, keywordWeight } };
}
