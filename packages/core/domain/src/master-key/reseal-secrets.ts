import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { resealColumn } from './reseal-column.ts';
import { resealHeaders } from './reseal-headers.ts';
import type { Resealing } from './resealing.ts';
import { sealedColumns } from './sealed-columns.ts';

const ofTheFleet = ({ table }: { table: string }) => table === 'fleet_secrets';

/**
 * Reseals everything that another master key sealed, while the fleet is running: each value is replaced only if it is still the one that
 * was read, so that concurrent changes win. It can be interrupted and repeated: resealed values are not read again. The secrets of the
 * fleet follow only when no value is left that no known key opens.
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
