import { createApiKey, maxRateLimit } from '@docfleet/domain/api-key';
import { openDatabase } from '@docfleet/domain/database';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { createVault } from '@docfleet/secrets';
import type { BenchServers } from './servers.ts';

/** Of a namespace that uses what every fleet has. */
export const localConfigs = {
  fileStorageConfig: { type: 'LOCAL' },
  vectorStorageConfig: { provider: 'LANCEDB' },
  embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
  webScraperConfig: { provider: 'BUILTIN' },
};

/** Makes an organization with namespaces of these names, which use what every fleet has; returns its key and their ids. */
export async function makeTenant({ databaseUrl, environment }: BenchServers, names: readonly string[]) {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const vault = createVault(environment['MASTER_KEY'] ?? '');
  const organizationId = await createOrganization(database, 'Bench');
  const apiKey = await createApiKey(database, {
    organizationId,
    name: 'bench',
    scopes: ['admin'],
    rateLimitPerMinute: maxRateLimit,
  });
  const namespaceIds: string[] = [];
  for (const name of names)
    namespaceIds.push(
      (await createNamespace(database, vault, { organizationId, name, configs: localConfigs })).id,
    );
  await database.$disconnect();
  return { organizationId, apiKey, namespaceIds };
}
