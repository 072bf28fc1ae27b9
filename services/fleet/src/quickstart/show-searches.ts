import type { Api } from './api.ts';

interface Hit {
  readonly content: string;
  readonly score: number;
  readonly document: { readonly name: string | null };
}

const hitsShown = 3;
const snippetLength = 110;

/** The first words of a hit, on one line, without what only marks it up. */
function snippet(content: string): string {
  const words = content
    .replace(/[#*_`|>-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > snippetLength ? `${words.slice(0, snippetLength)} …` : words;
}

/** Asks each query and prints its best hits with their scores. */
export async function showSearches(api: Api, namespaceId: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const { results } = await api.call<{ results: Hit[] }>('POST', '/v1/search/hybrid', {
      query,
      namespaceId,
      topK: hitsShown,
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
    });
    process.stdout.write(`\n  “${query}”\n`);
    if (results.length === 0) process.stdout.write('    nothing found\n');
    for (const { content, score, document } of results)
      process.stdout.write(
        `    ${score.toFixed(3)}  ${document.name ?? ''}\n           ${snippet(content)}\n`,
      );
  }
}
