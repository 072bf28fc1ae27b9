import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { gather } from '../../database/gather.ts';
import { rememberOpenKeys } from '../open-keys.ts';
import { type OpenDelivery, openDeliveries } from './open-deliveries.ts';
import { type AttemptOutcome, type FailureStreak, recordAttempts } from './record-attempts.ts';

/** What a sender reads and writes of deliveries, each as if it were alone. */
export interface DeliveryLog {
  /** A queued delivery of an active webhook; undefined when there is nothing to send. */
  open(deliveryId: string): Promise<OpenDelivery | undefined>;
  /** Notes what came of sending it once. Gives the webhook's streak of failures when this was one. */
  record(delivery: OpenDelivery, outcome: AttemptOutcome): Promise<FailureStreak | undefined>;
}

/** One statement at a time, which waits for others as long as nobody notices: who sends many at once has them in few. */
const sharing = { maxUnderWay: 1, maxEntries: 100, lingerMs: 10 };

/** Opens the log for one sender: what is read and written at about the same time shares statements, and keys are opened once. */
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
