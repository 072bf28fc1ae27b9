import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@docfleet/domain/database';
import { openVault } from '@docfleet/domain/master-key';
import type { Logger } from '@docfleet/runtime/logging';
import type { Vault } from '@docfleet/secrets';
import type { ResourcesConfig } from './config.ts';

const retryAfterMs = 2_000;

/** Retries while the database is unavailable, as a service may start before it; any other failure is thrown. */
async function untilDatabaseResponds<Result>(ask: () => Promise<Result>, logger: Logger): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      logger.warn({ error }, 'waiting for the database');
      await sleep(retryAfterMs);
    }
  }
}

/** The vault of the installation; throws when its secrets were sealed with a master key that is not given. */
export function openFleetVault(
  { MASTER_KEY: masterKey, OTHER_MASTER_KEYS: otherMasterKeys }: ResourcesConfig,
  database: Database,
  logger: Logger,
): Promise<Vault> {
  return untilDatabaseResponds(() => openVault(database, { masterKey, otherMasterKeys }), logger);
}
