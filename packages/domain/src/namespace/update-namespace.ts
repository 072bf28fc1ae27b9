import type { Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { joinSecrets, type NamespaceConfigs, separateSecrets } from './configs.ts';
import { type Namespace, toNamespace } from './namespace.ts';

/** Replaces the configurations that are given, whole, and leaves the others; undefined when the namespace is gone meanwhile. */
export async function updateNamespace(
  database: Database,
  vault: Vault,
  namespaceId: string,
  configs: NamespaceConfigs,
): Promise<Namespace | undefined> {
  return database.$transaction(async (session) => {
    await session.$queryRaw`SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid FOR UPDATE`;
    const row = await session.namespace.findUnique({ where: { id: namespaceId, status: 'ACTIVE' } });
    if (!row) return undefined;
    const secrets = JSON.parse(vault.open(row.sealedSecrets, row.id)) as NamespaceConfigs;
    const { shown, secret } = separateSecrets({
      ...joinSecrets(row.configs as NamespaceConfigs, secrets),
      ...configs,
    });
    const updated = await session.namespace.update({
      where: { id: row.id },
      data: {
        configs: shown as Prisma.InputJsonObject,
        sealedSecrets: vault.seal(JSON.stringify(secret), row.id),
        version: { increment: 1 },
      },
    });
    return toNamespace(updated);
  });
}
