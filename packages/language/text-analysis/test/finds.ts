import { analyzeText, languageMarker, weighQuery } from '../src/index.ts';

/** Whether a query finds a text by something that carries content. */
export function finds(query: string, text: string): boolean {
  const { language, terms } = analyzeText(text);
  const known = new Set([...terms, ...(language ? [languageMarker(language)] : [])]);
  const weighed = weighQuery(query, { documentCount: 10, frequencyOf: (term) => (known.has(term) ? 1 : 0) });
  return weighed.terms.some(({ term, factor }) => factor >= 0.2 && known.has(term));
}
