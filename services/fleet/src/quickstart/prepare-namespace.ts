import { basename, extname, join, resolve } from 'node:path';
import { localModels, type ModelSource, openSentenceModel, wordTable } from '@docfleet/embedding/onnx';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readJson } from '../credentials.ts';
import type { Fleet } from '../start-fleet.ts';
import { type Api, ApiFailure } from './api.ts';
import { measureFolder } from './find-files.ts';

const preferred = localModels[0];

/**
 * The name of the model that the quickstart's namespace gets: the sentence model that docfleet contains, and where ONNX Runtime
 * has no build for the machine, the word table, which `print` reports.
 */
export async function preferModel(source: ModelSource, print: (line: string) => void): Promise<string> {
  try {
    await openSentenceModel(preferred, source).embed(['Does it run here?'], 'query');
    return preferred.name;
  } catch (error) {
    const { message, details } = AppError.from(error);
    // The first line of what Node says: modules that wanted the missing one follow.
    const reason = details.reason ? ` (${String(details.reason).split('\n', 1)[0]})` : '';
    print(`Searching with ${wordTable}, which goes by words more than by meaning. ${message}${reason}.`);
    return wordTable;
  }
}

const searches = z.array(z.object({ query: z.string() }));
const searchesShown = 3;

/** A file's name as one would say it: `travel-policy.md` → `travel policy`. */
const spoken = (name: string) =>
  basename(name, extname(name))
    .replace(/[-_.]+/g, ' ')
    .trim();

/** Three queries that fit a folder: those that lie beside it in `searches.json`, else the names of some of its files. */
export async function chooseSearches(folder: string, names: readonly string[]): Promise<string[]> {
  const written = searches.safeParse(await readJson(join(resolve(folder), '..', 'searches.json')));
  if (written.success) return written.data.map(({ query }) => query).slice(0, searchesShown);
  const step = Math.max(1, Math.floor(names.length / searchesShown));
  return names
    .filter((_, index) => index % step === 0)
    .slice(0, searchesShown)
    .map(spoken);
}

/** More bytes of files are searchable by words first: the sentence model, which takes minutes for them, embeds them afterwards. */
export const sentenceModelBytes = 4 * 1024 * 1024;

type Models = Pick<Fleet, 'defaults' | 'modelSource'>;

const print = (line: string) => process.stdout.write(`${line}\n`);

const localModel = (model: string) => ({ embeddingModelConfig: { provider: 'LOCAL', model } });

/**
 * Creates the namespace unless it is there, with a sentence model where one runs and the operator has named none. Returns whether that
 * model is still to come, as the folder is large.
 */
export async function ensureNamespace(
  api: Api,
  namespaceId: string,
  { defaults, modelSource }: Models,
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
export async function embedWithModel(
  api: Api,
  namespaceId: string,
  { modelSource }: Pick<Models, 'modelSource'>,
): Promise<void> {
  const model = await preferModel(modelSource, print);
  if (model === wordTable) return;
  await api.call('PATCH', `/v1/namespaces/${namespaceId}?reembed=true`, localModel(model));
  print(
    `The folder is large, so searches go by its words first. ${model} embeds it in the background now, and searches by meaning follow; the console shows the run.\n`,
  );
}
