import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { joinSecrets, type NamespaceConfigs } from './configs.ts';

/** A namespace's configurations with their secrets: for opening providers, never for showing. */
export interface NamespaceSettings {
  readonly id: string;
  readonly version: number;
  readonly configs: NamespaceConfigs;
}

/** Reads a namespace's settings, also while it is being purged; undefined when it is gone. */
export async function readNamespaceSettings(
  database: Database,
  vault: Vault,
  namespaceId: string,
): Promise<NamespaceSettings | undefined> {
  const row = await database.namespace.findUnique({ where: { id: namespaceId } });
  if (!row) return undefined;
  const secrets = JSON.parse(vault.open(row.sealedSecrets, row.id)) as NamespaceConfigs;
  return { id: row.id, version: row.version, configs: joinSecrets(row.configs as NamespaceConfigs, secrets) };
}
