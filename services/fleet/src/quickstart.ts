/** `npm run quickstart [-- FOLDER]`: the fleet, with a folder ingested and three searches shown. */
import { statSync } from 'node:fs';
import { describeMissingPrograms } from '@docfleet/parser';
import { type Api, ApiFailure, createApi } from './quickstart/api.ts';
import { chooseSearches } from './quickstart/choose-searches.ts';
import { measureFolder } from './quickstart/find-files.ts';
import { ingestFolder } from './quickstart/ingest-folder.ts';
import { preferModel, wordTable } from './quickstart/prefer-model.ts';
import { showSearches } from './quickstart/show-searches.ts';
import { runFleet } from './run-fleet.ts';
import type { Fleet } from './start-fleet.ts';

const namespaceId = 'quickstart';
const usage = `Usage: npm run quickstart [-- FOLDER]

Starts docfleet, ingests the files of FOLDER (default: examples/documents) into the namespace "${namespaceId}",
shows three searches, and stays up until Ctrl-C. Settings: see .env.example.
`;

/** More bytes of files are searchable by words first: the sentence model, which takes minutes for them, embeds them afterwards. */
const sentenceModelBytes = 4 * 1024 * 1024;

const print = (line: string) => process.stdout.write(`${line}\n`);

const localModel = (model: string) => ({ embeddingModelConfig: { provider: 'LOCAL', model } });

/**
 * Creates the namespace unless it is there, with a sentence model where one runs and the operator has named none. Returns whether that
 * model is still to come, as the folder is large.
 */
async function ensureNamespace(
  api: Api,
  { defaults, modelSource }: Fleet,
  folder: string,
): Promise<{ readonly isModelDue: boolean }> {
  const known = await api.call('GET', `/v1/namespaces/${namespaceId}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiFailure && error.code === 'NAMESPACE_NOT_FOUND') return false;
      throw error;
    },
  );
  if (known) return { isModelDue: false };
  const isModelDue = defaults.areOwn && (await measureFolder(folder)) > sentenceModelBytes;
  const model = isModelDue ? wordTable : defaults.areOwn && (await preferModel(modelSource, print));
  const own = model && { ...defaults.configs, ...localModel(model) };
  await api.call('POST', '/v1/namespaces', { name: namespaceId, ...own });
  return { isModelDue };
}

/** Begins to embed a large folder again, with the sentence model; searches go on meanwhile. */
async function embedWithModel(api: Api, { modelSource }: Fleet): Promise<void> {
  const model = await preferModel(modelSource, print);
  if (model === wordTable) return;
  await api.call('PATCH', `/v1/namespaces/${namespaceId}?reembed=true`, localModel(model));
  print(
    `The folder is large, so searches go by its words first. ${model} embeds it in the background now, and searches by meaning follow; the console shows the run.\n`,
  );
}

function curlLine(url: string, apiKey: string, query: string): string {
  const body = JSON.stringify({ query, namespaceId, topK: 3 }).replaceAll("'", "'\\''");
  return `curl -s ${url}/v1/search -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}

async function main(folder: string): Promise<void> {
  await runFleet(async (fleet) => {
    const { url, apiKey, createSignInLink } = fleet;
    const api = createApi({ url, apiKey });
    const { isModelDue } = await ensureNamespace(api, fleet, folder);
    const missing = await describeMissingPrograms();
    if (missing) process.stdout.write(`${missing}\n`);
    const names = await ingestFolder(api, namespaceId, folder);
    const queries = await chooseSearches(folder, names);
    await showSearches(api, namespaceId, queries);
    process.stdout.write(
      `\ndocfleet is ready at ${url} (API reference: ${url}/docs, guides: ${url}/guides/)\nConsole: ${await createSignInLink()}\nAPI key: ${apiKey}\n\n${curlLine(url, apiKey, queries[0] ?? 'hello')}\n\nStop it with Ctrl-C.\n\n`,
    );
    if (isModelDue) await embedWithModel(api, fleet);
  });
}

const [folder = 'examples/documents'] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') process.stdout.write(usage);
else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  process.stderr.write(`There is no folder ${folder}.\n\n${usage}`);
  process.exitCode = 1;
} else await main(folder);
