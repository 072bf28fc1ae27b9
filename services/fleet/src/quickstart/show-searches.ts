import { z } from 'zod';
import type { Api } from './api.ts';

const found = z.object({
  results: z.array(
    z.object({
      content: z.string(),
      score: z.number(),
      document: z.object({ name: z.string().nullable() }),
    }),
  ),
});

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
    const search = {
      query,
      namespaceId,
      topK: hitsShown,
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
    };
    const { results } = found.parse(await api.call('POST', '/v1/search/hybrid', search));
    process.stdout.write(`\n  “${query}”\n`);
    if (results.length === 0) process.stdout.write('    nothing found\n');
    for (const { content, score, document } of results)
      process.stdout.write(
        `    ${score.toFixed(3)}  ${document.name ?? ''}\n           ${snippet(content)}\n`,
      );
  }
}
