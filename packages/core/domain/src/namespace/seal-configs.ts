import type { GatedChangeModel, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';
import { joinSecrets, type NamespaceConfigs, separateSecrets } from './configs.ts';

/** Configurations as a row keeps them: what may be shown, and the secrets, sealed for that row. */
export function sealConfigs(vault: Vault, namespaceId: string, configs: NamespaceConfigs) {
  const { shown, secret } = separateSecrets(configs);
  return {
    // Configurations came as JSON, and are of nothing else.
    shown: shown as Prisma.InputJsonObject,
    sealed: vault.seal(JSON.stringify(secret), namespaceId),
  };
}

/** The configurations of a row with their secrets. */
export function unsealConfigs(
  vault: Vault,
  namespaceId: string,
  { shown, sealed }: { shown: Prisma.JsonValue; sealed: Uint8Array },
): NamespaceConfigs {
  return joinSecrets(shown, JSON.parse(vault.open(sealed, namespaceId)));
}

const storedChanges = z.record(z.string(), z.record(z.string(), z.json()).nullable());

/** What is changed, as a row keeps it: JSON has no undefined, and null says that a configuration is removed. */
export function sealChanges(vault: Vault, id: string, changes: NamespaceConfigs) {
  const { shown, sealed } = sealConfigs(vault, id, changes);
  const removed = Object.entries(changes).filter(([, config]) => config === undefined);
  return {
    changes: { ...shown, ...Object.fromEntries(removed.map(([name]) => [name, null])) },
    sealedSecrets: sealed,
  };
}

/** The changes of a row with their secrets; a removed configuration is undefined. */
export function openChanges(
  vault: Vault,
  { id, changes, sealedSecrets }: Pick<GatedChangeModel, 'id' | 'changes' | 'sealedSecrets'>,
): NamespaceConfigs {
  const entries = Object.entries(storedChanges.parse(changes));
  const kept = Object.fromEntries(entries.filter(([, config]) => config !== null));
  const removed = entries.filter(([, config]) => config === null).map(([name]) => [name, undefined] as const);
  return {
    ...unsealConfigs(vault, id, { shown: kept, sealed: sealedSecrets }),
    ...Object.fromEntries(removed),
  };
}
