import { join } from 'node:path';
import {
  type Examination,
  examineNamespace,
  examineRemains,
  type Finding,
  mend,
} from '@docfleet/consistency';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { createEgress } from '@docfleet/egress';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { createVault } from '@docfleet/secrets';
import type { FaultFleet } from './fault-fleet.ts';

const deadlineMs = 120_000;

/** Examines the whole fleet as `npm run doctor` does when it waits for nothing; what is found is given to `treat`. */
async function examine(
  fleet: FaultFleet,
  treat: (examination: Examination, finding: Finding) => Promise<unknown>,
): Promise<string[]> {
  const vault = createVault(fleet.masterKey);
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const settings = {
    egress,
    localFilesDirectory: join(fleet.dataDirectory, 'files'),
    lancedbUri: join(fleet.dataDirectory, 'lancedb'),
  };
  const opened: NamespaceProviders[] = [];
  const examination: Examination = {
    database: fleet.database,
    quietMs: 0,
    settleMs: 0,
    signal: AbortSignal.timeout(deadlineMs),
    async open(namespaceId) {
      const namespace = await readNamespaceSettings(fleet.database, vault, namespaceId);
      if (!namespace) throw new Error('the namespace is gone');
      const providers = openProviders(namespace, settings);
      opened.push(providers);
      return providers;
    },
  };
  try {
    const found = await Array.fromAsync(examineRemains(examination));
    for (const { id } of await fleet.database.namespace.findMany({ where: { status: 'ACTIVE' } }))
      found.push(...(await Array.fromAsync(examineNamespace(examination, id))));
    for (const finding of found) await treat(examination, finding);
    return found.map((finding) => JSON.stringify(finding));
  } finally {
    await Promise.all(opened.map(closeProviders));
    await egress.close();
  }
}

/** What `npm run doctor` finds. */
export const findAll = (fleet: FaultFleet): Promise<string[]> => examine(fleet, async () => undefined);

/** What `npm run doctor -- --repair` finds and mends. */
export const repairAll = (fleet: FaultFleet): Promise<string[]> => examine(fleet, mend);
