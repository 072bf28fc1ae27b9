/** `npm run quickstart [-- FOLDER]`: the fleet, with a folder ingested and three searches shown. */
import { statSync } from 'node:fs';
import { describeMissingPrograms } from '@docfleet/parser';
import { type Api, ApiFailure, createApi } from './quickstart/api.ts';
import { chooseSearches } from './quickstart/choose-searches.ts';
import { ingestFolder } from './quickstart/ingest-folder.ts';
import { preferModel } from './quickstart/prefer-model.ts';
import { showSearches } from './quickstart/show-searches.ts';
import { runFleet } from './run-fleet.ts';
import type { Fleet } from './start-fleet.ts';

const namespaceId = 'quickstart';
const usage = `Usage: npm run quickstart [-- FOLDER]

Starts docfleet, ingests the files of FOLDER (default: examples/documents) into the namespace "${namespaceId}",
shows three searches, and stays up until Ctrl-C. Settings: see .env.example.
`;

/** Creates the namespace unless it is there, with a sentence model where one runs and the operator has named none. */
async function ensureNamespace(api: Api, { defaults, modelSource }: Fleet): Promise<void> {
  const known = await api.call('GET', `/v1/namespaces/${namespaceId}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiFailure && error.code === 'NAMESPACE_NOT_FOUND') return false;
      throw error;
    },
  );
  if (known) return;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const own = defaults.areOwn && {
    ...defaults.configs,
    embeddingModelConfig: { provider: 'LOCAL', model: await preferModel(modelSource, print) },
  };
  await api.call('POST', '/v1/namespaces', { name: namespaceId, ...own });
}

function curlLine(url: string, apiKey: string, query: string): string {
  const body = JSON.stringify({ query, namespaceId, topK: 3 }).replaceAll("'", "'\\''");
  return `curl -s ${url}/v1/search -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}

async function main(folder: string): Promise<void> {
  await runFleet(async (fleet) => {
    const { url, apiKey, createSignInLink } = fleet;
    const api = createApi({ url, apiKey });
    await ensureNamespace(api, fleet);
    const missing = await describeMissingPrograms();
    if (missing) process.stdout.write(`${missing}\n`);
    const names = await ingestFolder(api, namespaceId, folder);
    const queries = await chooseSearches(folder, names);
    await showSearches(api, namespaceId, queries);
    process.stdout.write(
      `\ndocfleet is ready at ${url} (API reference: ${url}/docs, guides: ${url}/guides/)\nConsole: ${await createSignInLink()}\nAPI key: ${apiKey}\n\n${curlLine(url, apiKey, queries[0] ?? 'hello')}\n\nStop it with Ctrl-C.\n`,
    );
  });
}

const [folder = 'examples/documents'] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') process.stdout.write(usage);
else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(`There is no folder ${folder}.\n\n${usage}`);
  process.exitCode = 1;
} else await main(folder);
