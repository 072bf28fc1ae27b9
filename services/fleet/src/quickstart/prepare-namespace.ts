import { wordTable } from '@docfleet/embedding/onnx';
import type { Fleet } from '../start-fleet.ts';
import { type Api, ApiFailure } from './api.ts';
import { measureFolder } from './find-files.ts';
import { preferModel } from './prefer-model.ts';

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
