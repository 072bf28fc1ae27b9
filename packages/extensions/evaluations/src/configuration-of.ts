import type { JobContext } from '@docfleet/api/context';
import { readChunkSizes } from '@docfleet/domain/document';
import type { EvaluationConfig, EvaluationWork } from '@docfleet/domain/evaluation';
import type { Namespace } from '@docfleet/domain/namespace';
import { defaultWeights } from '@docfleet/search';

const nameOf = (model: { readonly provider: string; readonly model?: unknown } | undefined) =>
  model && `${model.provider}${typeof model.model === 'string' ? ` ${model.model}` : ''}`;

/** Reads what decides the results of an evaluation: its parameters with the weights that callers get who name none, and the configuration of the namespace. */
export async function configurationOf(
  { database, providers }: JobContext,
  { id, version }: Namespace,
  { config }: Pick<EvaluationWork, 'config'>,
): Promise<{
  config: EvaluationConfig;
  embeddingModel: Record<string, string>;
  configuration: Record<string, string>;
}> {
  const { configs, current } = await providers.open(id, version);
  const { chunkSizes, contextModel, embedder } = current;
  const { embeddingModelConfig: embedding } = configs;
  const model = embedding?.['model'];
  const rerankModel = nameOf(configs.rerankConfig);
  const sizes = chunkSizes ? [chunkSizes] : await readChunkSizes(database, id);
  const { hybridConfig = defaultWeights([embedder]) } = config;
  return {
    config: { ...config, ...(hybridConfig && { hybridConfig }) },
    embeddingModel: embedding
      ? { provider: embedding.provider, ...(typeof model === 'string' && { model }) }
      : {},
    configuration: {
      chunkSizes: sizes.map(({ chunkSize, chunkOverlap }) => `${chunkSize}/${chunkOverlap}`).join(', '),
      ...(contextModel && { contextModel: nameOf(contextModel) ?? '' }),
      ...(rerankModel && { rerankModel }),
    },
  };
}
