import { vectorIdIn } from '@docfleet/domain/chunk';
import type { ClaimedDocument } from '@docfleet/domain/document';
import { fingerprintOf } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Generation, NamespaceProviders } from '@docfleet/pipeline/providers';
import type { EmbedderContext } from './context.ts';

const modelOf = ({ configs: { embeddingModelConfig: config } }: Generation) =>
  config && fingerprintOf('embeddingModelConfig', config);

/** The store of the previous generation, if its vectors were made by the model that is configured now; otherwise undefined. */
export const sourceOf = ({ current, previous }: NamespaceProviders) =>
  previous?.searched && modelOf(previous) === modelOf(current) ? previous : undefined;

/**
 * Returns the vectors that the previous store holds of these contents, by the ids that they have in the new one. An id names all that a vector is made
 * of but the model's server, which has to be the same. What the store lacks or refuses to return is embedded.
 */
export async function copyVectors(
  { logger }: Pick<EmbedderContext, 'logger'>,
  { claim, providers }: { readonly claim: ClaimedDocument; readonly providers: NamespaceProviders },
  vectorIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const source = claim.hasChunks ? sourceOf(providers) : undefined;
  if (!source || vectorIds.length === 0) return new Map();
  const { generation: target } = providers.current;
  const asked = vectorIds.map((id) => vectorIdIn(id, source.generation));
  try {
    const found = await source.vectorStore.readVectors(asked, signal);
    return new Map(found.map(({ id, values }) => [vectorIdIn(id, target), values]));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PROVIDER_REJECTED')) throw error;
    logger.warn({ error }, 'the previous vector store refuses to be read: its vectors are embedded again');
    return new Map();
  }
}
