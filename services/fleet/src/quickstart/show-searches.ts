import { z } from 'zod';
import type { Api } from './api.ts';

const found = z.object({
  results: z.array(
    z.object({
      snippet: z.array(z.object({ text: z.string() })),
      score: z.number(),
      document: z.object({ name: z.string().nullable() }),
    }),
  ),
});

const hitsShown = 3;

const indent = ' '.repeat(11);

/** A snippet as lines of a terminal. */
const linesOf = (snippet: readonly { readonly text: string }[]) =>
  snippet
    .map(({ text }) => text)
    .join('')
    .match(/\S.{0,89}(?=\s|$)|\S{90}/g)
    ?.map((line) => `${indent}${line}\n`)
    .join('') ?? '';

/** Asks each query and prints its best hits with their scores. */
export async function showSearches(api: Api, namespaceId: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const search = { query, namespaceId, topK: hitsShown, highlights: true };
    const { results } = found.parse(await api.call('POST', '/v1/search', search));
    process.stdout.write(`\n  “${query}”\n`);
    if (results.length === 0) process.stdout.write('    nothing found\n');
    for (const { snippet, score, document } of results)
      process.stdout.write(`    ${score.toFixed(3)}  ${document.name ?? ''}\n${linesOf(snippet)}`);
  }
}
