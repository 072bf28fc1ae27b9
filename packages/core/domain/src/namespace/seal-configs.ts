import type { Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
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
