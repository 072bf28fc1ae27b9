/** The vectors of a text's tokens one after the other, each of unit length. */
export type TokenVectors = Float32Array;

/** Copies the vectors of `count` tokens out of what a model computed, from `start` on, each of unit length. */
export function tokenVectors(
  hidden: Float32Array,
  { start, count, dimensions }: { start: number; count: number; dimensions: number },
): TokenVectors {
  const vectors = hidden.slice(start, start + count * dimensions);
  for (let at = 0; at < vectors.length; at += dimensions) {
    let squares = 0;
    for (let index = at; index < at + dimensions; index += 1) squares += (vectors[index] as number) ** 2;
    const scale = 1 / Math.sqrt(squares || 1);
    for (let index = at; index < at + dimensions; index += 1)
      vectors[index] = (vectors[index] as number) * scale;
  }
  return vectors;
}

/**
 * Returns the relevance of a text to a query by late interaction (Khattab and Zaharia, 2020): each token of the query is compared with the token of
 * the text that is nearest to it. The mean of those cosines, so that it does not depend on the length of the query; 0 without tokens.
 */
export function lateInteraction(query: TokenVectors, text: TokenVectors, dimensions: number): number {
  if (query.length === 0 || text.length === 0) return 0;
  let sum = 0;
  for (let from = 0; from < query.length; from += dimensions) {
    let nearest = -1;
    for (let at = 0; at < text.length; at += dimensions) {
      let cosine = 0;
      for (let index = 0; index < dimensions; index += 1)
        cosine += (query[from + index] as number) * (text[at + index] as number);
      nearest = Math.max(nearest, cosine);
    }
    sum += nearest;
  }
  return sum / (query.length / dimensions);
}
