/** Normalised discounted cumulative gain of the first ten: what search engines are compared by. */
export function ndcgAt10(ranking: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const gain = (relevances: readonly number[]) =>
    relevances.reduce((sum, relevance, index) => sum + relevance / Math.log2(index + 2), 0);
  const ideal = [...relevant.values()].toSorted((a, b) => b - a).slice(0, 10);
  return gain(ranking.slice(0, 10).map((id) => relevant.get(id) ?? 0)) / gain(ideal);
}

/** Share of the relevant documents among the first hundred. */
export function recallAt100(ranking: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const wanted = [...relevant].filter(([, relevance]) => relevance > 0).map(([id]) => id);
  const found = new Set(ranking.slice(0, 100));
  return wanted.filter((id) => found.has(id)).length / wanted.length;
}
