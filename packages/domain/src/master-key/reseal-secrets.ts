import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { resealColumn } from './reseal-column.ts';
import { resealHeaders } from './reseal-headers.ts';
import type { Resealing } from './resealing.ts';
import { sealedColumns } from './sealed-columns.ts';

const ofTheFleet = ({ table }: { table: string }) => table === 'fleet_secrets';

/**
 * Seals everything anew that another master key has sealed, while the fleet works: each value takes the place of the very value that
 * was read, so that what somebody else changes meanwhile is theirs. It may stop at any moment and be run again: what is done is not
 * looked at twice. The secrets of the fleet itself follow only when nothing is left that no known key opens.
 */
export async function* resealSecrets(database: Database, vault: Vault): AsyncGenerator<Resealing> {
  let unreadable = 0;
  for (const column of sealedColumns.filter((one) => !ofTheFleet(one))) {
    const resealing = await resealColumn(database, vault, column);
    unreadable += resealing.unreadable;
    yield resealing;
  }
  const headers = await resealHeaders(database, vault);
  unreadable += headers.unreadable;
  yield headers;
  if (unreadable > 0) return;
  for (const column of sealedColumns.filter(ofTheFleet)) yield await resealColumn(database, vault, column);
}
