import {
  type Namespace,
  type NamespaceConfigs,
  type ProviderCapabilities,
  readNamespaceSettings,
} from '@docfleet/domain/namespace';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { checkConfigs } from './check-configs.ts';
import { checkedConfigNames, coreConfigs, optionalConfigs } from './namespace-config.ts';

const removable = Object.fromEntries(
  Object.entries(optionalConfigs).map(([name, config]) => [name, config.nullable().optional()]),
);

/** Request body of a change of a namespace's configurations. */
export const namespaceChanges = z
  .strictObject({ ...z.strictObject(coreConfigs).partial().shape, ...removable })
  .describe('Each configuration replaces the one that was; null removes an optional one');

/**
 * Returns the configurations to try out after a change: the new ones and, with a new embedding model, the vector store, which has to accept
 * its dimension.
 */
function touchedBy(changes: NamespaceConfigs): string[] {
  const changed = checkedConfigNames.filter((name) => changes[name]);
  return changes.embeddingModelConfig ? [...changed, 'vectorStorageConfig'] : changed;
}

/**
 * Tries out the providers that a change concerns; throws when one of them does not work. Returns the capabilities that the models' servers
 * were found to have.
 */
export async function checkChanges(
  namespace: Namespace,
  changes: NamespaceConfigs,
  context: GatewayContext,
): Promise<ProviderCapabilities> {
  const touched = touchedBy(changes);
  if (touched.length === 0) return {};
  const settings = await readNamespaceSettings(context.database, context.vault, namespace.id);
  return checkConfigs({ ...settings?.configs, ...changes }, context, touched);
}
