import type { Database, NamespaceModel } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { type ProviderCapabilities, parseCapabilities } from './capabilities.ts';
import { type NamespaceConfigs, unsealConfigs } from './configs.ts';

/** A namespace's configurations with their secrets: for opening providers, never for showing. */
export interface NamespaceSettings {
  readonly id: string;
  readonly version: number;
  readonly configs: NamespaceConfigs;
  /** Counts the models and vector stores that it had. */
  readonly generation: number;
  /** Model and vector store of the generation before, while its vectors are not purged. */
  readonly previousConfigs: NamespaceConfigs | undefined;
  /** Capabilities of the servers of its models. */
  readonly capabilities?: ProviderCapabilities;
  /** Whether documents are still being re-embedded, so that searches must query the previous generation too. */
  readonly reembedding: boolean;
}

/** The model and the vector store that a namespace had before, while anything of them is left. */
export function previousConfigsOf(vault: Vault, row: NamespaceModel): NamespaceConfigs | undefined {
  const { id, previousConfigs, sealedPreviousSecrets } = row;
  if (previousConfigs === null || sealedPreviousSecrets === null) return undefined;
  return unsealConfigs(vault, id, { shown: previousConfigs, sealed: sealedPreviousSecrets });
}

/** Reads a namespace's settings, also while it is being purged; undefined when it was deleted. */
export async function readNamespaceSettings(
  database: Database,
  vault: Vault,
  namespaceId: string,
): Promise<NamespaceSettings | undefined> {
  const row = await database.namespace.findUnique({ where: { id: namespaceId } });
  if (!row) return undefined;
  const { id, version, generation } = row;
  const configs = unsealConfigs(vault, id, { shown: row.configs, sealed: row.sealedSecrets });
  const reembedding = row.reembeddingRunId !== null;
  const previousConfigs = previousConfigsOf(vault, row);
  const capabilities = parseCapabilities(row.capabilities);
  return {
    id,
    version,
    configs,
    generation,
    previousConfigs,
    capabilities,
    reembedding,
  };
}
