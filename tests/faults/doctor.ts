import { join } from 'node:path';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { createEgress } from '@docfleet/egress';
import {
  type ConsistencyCheck,
  checkLeftovers,
  checkNamespace,
  type Finding,
  repair,
} from '@docfleet/operator/consistency';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { createWebReader } from '@docfleet/scraping';
import { createVault } from '@docfleet/secrets';
import type { FaultFleet } from './fault-fleet.ts';

const deadlineMs = 120_000;

/** Checks the whole fleet as `npm run doctor` does when it waits for nothing; findings are passed to `treat`. */
async function check(
  fleet: FaultFleet,
  treat: (check: ConsistencyCheck, finding: Finding) => Promise<unknown>,
): Promise<string[]> {
  const vault = createVault(fleet.masterKey);
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const settings = {
    egress,
    webReader: createWebReader({ processes: 1 }),
    operatorSettings: {
      LANCEDB_URI: join(fleet.dataDirectory, 'lancedb'),
      LOCAL_FILES_DIR: join(fleet.dataDirectory, 'files'),
    },
  };
  const opened: NamespaceProviders[] = [];
  const check: ConsistencyCheck = {
    database: fleet.database,
    quietMs: 0,
    settleMs: 0,
    signal: AbortSignal.timeout(deadlineMs),
    places: { files: join(fleet.dataDirectory, 'files'), vectors: [join(fleet.dataDirectory, 'lancedb')] },
    async open(namespaceId) {
      const namespace = await readNamespaceSettings(fleet.database, vault, namespaceId);
      if (!namespace) throw new Error('the namespace is gone');
      const providers = openProviders(namespace, settings);
      opened.push(providers);
      return providers;
    },
  };
  try {
    const found = await Array.fromAsync(checkLeftovers(check));
    for (const { id } of await fleet.database.namespace.findMany({ where: { status: 'ACTIVE' } }))
      found.push(...(await Array.fromAsync(checkNamespace(check, id))));
    for (const finding of found) await treat(check, finding);
    return found.map((finding) => JSON.stringify(finding));
  } finally {
    await Promise.all(opened.map(closeProviders));
    await egress.close();
  }
}

/** Runs `npm run doctor` and returns its findings. */
export const findAll = (fleet: FaultFleet): Promise<string[]> => check(fleet, async () => undefined);

/** Runs `npm run doctor -- --repair` and returns its findings. */
export const repairAll = (fleet: FaultFleet): Promise<string[]> => check(fleet, repair);
