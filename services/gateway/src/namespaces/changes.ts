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

/** What a change of a namespace names. */
export const namespaceChanges = z
  .strictObject({ ...z.strictObject(coreConfigs).partial().shape, ...removable })
  .describe('Each configuration replaces the one that was; null removes an optional one');

/** What is tried out of a change: what is new, and the store of a new model, whose dimension it has to take. */
function touchedBy(changes: NamespaceConfigs): string[] {
  const changed = checkedConfigNames.filter((name) => changes[name]);
  return changes.embeddingModelConfig ? [...changed, 'vectorStorageConfig'] : changed;
}

/** Tries out the providers that a change concerns; throws for one that does not work. Returns what their servers were found to take. */
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
