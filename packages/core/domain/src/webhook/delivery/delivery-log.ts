import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { gather } from '../../database/gather.ts';
import { rememberOpenKeys } from '../open-keys.ts';
import { type OpenDelivery, openDeliveries } from './open-deliveries.ts';
import { type AttemptOutcome, type FailureStreak, recordAttempts } from './record-attempts.ts';

/** Reads and writes deliveries for a sender, each call as if it were alone. */
export interface DeliveryLog {
  /** Returns a queued delivery of an active webhook; undefined when there is nothing to send. */
  open(deliveryId: string): Promise<OpenDelivery | undefined>;
  /** Records an attempt. Returns the webhook's failure streak if it failed. */
  record(delivery: OpenDelivery, outcome: AttemptOutcome): Promise<FailureStreak | undefined>;
}

/** One statement at a time, which waits for more entries imperceptibly: a sender of many deliveries needs few statements. */
const sharing = { maxUnderWay: 1, maxEntries: 100, lingerMs: 10 };

/** Opens the log for one sender: concurrent reads and writes share statements, and opened keys are cached. */
export function openDeliveryLog(database: Database, vault: Vault): DeliveryLog {
  const openKey = rememberOpenKeys(vault);
  const record = gather(
    (attempts: Parameters<typeof recordAttempts>[1]) => recordAttempts(database, attempts),
    sharing,
  );
  return {
    open: gather((ids: readonly string[]) => openDeliveries(database, openKey, ids), sharing),
    record: (delivery, outcome) => record({ delivery, outcome }),
  };
}
