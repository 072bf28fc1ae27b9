import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  findPoolerFaults,
  findServerFaults,
  isDatabaseUnavailable,
} from '@docfleet/domain/database';
import { openVault } from '@docfleet/domain/master-key';
import { createOutageReport, type Logger } from '@docfleet/runtime/logging';
import type { Scope } from '@docfleet/runtime/service';
import type { Vault } from '@docfleet/secrets';
import type { ResourcesConfig } from './config.ts';

const retryAfterMs = 2_000;
const reportEveryMs = 10_000;

interface Waiting {
  /** Waiting ends when it closes. */
  readonly scope: Scope;
  readonly logger: Logger;
}

/** Retries while the database is unavailable, as a service may start before it; any other failure is thrown. */
async function untilDatabaseResponds<Result>(
  ask: () => Promise<Result>,
  { scope, logger }: Waiting,
): Promise<Result> {
  const report = createOutageReport((error) => logger.warn({ error }, 'waiting for the database'), {
    everyMs: reportEveryMs,
  });
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || scope.isClosing) throw error;
      report(error);
      await sleep(retryAfterMs);
    }
  }
}

/** Throws the first lasting fault of the server, as an encoding that cannot hold every text; logs the others. */
async function requireUsableServer(
  database: Database,
  { url, poolSize }: { readonly url: string; readonly poolSize: number },
  logger: Logger,
): Promise<void> {
  const [pooler] = await findPoolerFaults(url);
  // Nothing can be asked reliably behind it.
  if (pooler) throw new Error(pooler.sentence);
  const faults = await findServerFaults(database, poolSize);
  const lasting = faults.find(({ isLasting }) => isLasting);
  if (lasting) throw new Error(lasting.sentence);
  for (const { sentence } of faults) logger.warn(sentence);
}

/** Opens the vault of the installation; throws when its secrets were sealed with a master key that is not given, or when the server cannot be used. */
export async function openFleetVault(
  {
    MASTER_KEY: masterKey,
    OTHER_MASTER_KEYS: otherMasterKeys,
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: poolSize,
  }: ResourcesConfig,
  database: Database,
  waiting: Waiting,
): Promise<Vault> {
  await untilDatabaseResponds(
    () => requireUsableServer(database, { url, poolSize }, waiting.logger),
    waiting,
  );
  return untilDatabaseResponds(() => openVault(database, { masterKey, otherMasterKeys }), waiting);
}
