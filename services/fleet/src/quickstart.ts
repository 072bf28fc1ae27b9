/** `npm run quickstart [-- FOLDER]`: the fleet, with a folder ingested and three searches shown. */
import { statSync } from 'node:fs';
import { describeMissingPrograms, findMissingPrograms } from '@docfleet/parser';
import { z } from 'zod';
import { describeKey } from './credentials.ts';
import { type Api, createApi } from './quickstart/api.ts';
import { ingestFolder } from './quickstart/ingest-folder.ts';
import { chooseSearches, embedWithModel, ensureNamespace } from './quickstart/prepare-namespace.ts';
import { runFleet } from './run-fleet.ts';

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
async function showSearches(api: Api, namespaceId: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const search = { query, namespaceId, topK: hitsShown, highlights: true };
    const { results } = found.parse(await api.call('POST', '/v1/search', search));
    process.stdout.write(`\n  “${query}”\n`);
    if (results.length === 0) process.stdout.write('    nothing found\n');
    for (const { snippet, score, document } of results)
      process.stdout.write(`    ${score.toFixed(3)}  ${document.name ?? ''}\n${linesOf(snippet)}`);
  }
}

const namespaceId = 'quickstart';
const usage = `Usage: npm run quickstart [-- FOLDER]

Starts docfleet, ingests the files of FOLDER (default: examples/documents) into the namespace "${namespaceId}",
shows three searches, and stays up until Ctrl-C. Settings: see .env.example.
`;

/** The command that puts the key where the next one looks for it, without showing it. */
const exportLine = ({ credentialsFile }: { readonly credentialsFile: string }): string =>
  `export DOCFLEET_API_KEY=$(grep -o 'df_live_[A-Za-z0-9_-]*' '${credentialsFile}')`;

function curlLine(url: string, query: string): string {
  const body = JSON.stringify({ query, namespaceId, topK: 3 }).replaceAll("'", "'\\''");
  return `curl -s ${url}/v1/search -H "Authorization: Bearer $DOCFLEET_API_KEY" -H 'Content-Type: application/json' -d '${body}'`;
}

async function main(folder: string): Promise<void> {
  await runFleet(async (fleet) => {
    const { url, apiKey, createSignInLink } = fleet;
    const api = createApi({ url, apiKey });
    const { isModelDue } = await ensureNamespace(api, namespaceId, fleet, folder);
    const missing = await describeMissingPrograms();
    if (missing) process.stdout.write(`${missing}\n`);
    const hasOcr = !(await findMissingPrograms()).includes('tesseract');
    const names = await ingestFolder(api, namespaceId, { folder, hasOcr });
    const queries = await chooseSearches(folder, names);
    await showSearches(api, namespaceId, queries);
    process.stdout.write(
      `\ndocfleet is ready at ${url} (API reference: ${url}/docs, guides: ${url}/guides/)\nConsole: ${await createSignInLink()}\nAPI key: ${describeKey(fleet)}\n\n${exportLine(fleet)}\n${curlLine(url, queries[0] ?? 'hello')}\n\nStop it with Ctrl-C.\n\n`,
    );
    if (isModelDue) await embedWithModel(api, namespaceId, fleet);
  });
}

const [folder = 'examples/documents'] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') process.stdout.write(usage);
else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(`There is no folder ${folder}.\n\n${usage}`);
  process.exitCode = 1;
} else await main(folder);
