import { readChunkSizes } from '@docfleet/domain/document';
import type { EvaluationWork } from '@docfleet/domain/evaluation';
import type { Namespace } from '@docfleet/domain/namespace';
import type { GatewayContext } from '../http/context.ts';

const nameOf = (model: { readonly provider: string; readonly model?: unknown } | undefined) =>
  model && `${model.provider}${typeof model.model === 'string' ? ` ${model.model}` : ''}`;

/** What decides what an evaluation finds, beside its own parameters: that of a gated change where it evaluates one. */
export async function configurationOf(
  { database, providers }: GatewayContext,
  { id, version }: Namespace,
  { gatedChangeId }: Pick<EvaluationWork, 'gatedChangeId'>,
): Promise<{ embeddingModel: Record<string, string>; configuration: Record<string, string> }> {
  const opened = await providers.open(id, version);
  const tried = gatedChangeId !== null ? opened.shadow : undefined;
  const { configs, chunkSizes, contextModel } = (tried ?? opened).current;
  const { embeddingModelConfig: embedding } = configs;
  const model = embedding?.['model'];
  const rerankModel = nameOf((tried ? tried.configs : opened.configs).rerankConfig);
  const sizes = chunkSizes ? [chunkSizes] : await readChunkSizes(database, id);
  return {
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
