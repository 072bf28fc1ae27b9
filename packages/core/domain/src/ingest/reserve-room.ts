import type { Database } from '@docfleet/database';
import { liveKey } from '../document/find-live.ts';
import type { Quotas, Reservation } from '../quota/quotas.ts';
import type { IncomingDocument } from './incoming-document.ts';

/** Returns what the document stores that an accepted one would replace; zeros where it is new. */
async function readReplaced(
  database: Database,
  { namespaceId, tenantId, externalId }: IncomingDocument,
): Promise<{ documents: number; bytes: number }> {
  const living = await database.document.findUnique({
    where: { namespaceId_liveKey: { namespaceId, liveKey: liveKey(tenantId, externalId) } },
    select: { fileSize: true, characterCount: true },
  });
  if (!living) return { documents: 0, bytes: 0 };
  return { documents: 1, bytes: (living.fileSize ?? 0) + (living.characterCount ?? 0) };
}

/** Reserves room for a document that is accepted; rejects with QUOTA_EXCEEDED where it, in place of the one it replaces, would exceed a quota. */
export async function reserveRoom(
  database: Database,
  quotas: Quotas,
  incoming: IncomingDocument,
): Promise<Reservation> {
  const reservation = quotas.reserve(incoming);
  const bytes = incoming.fileSize ?? 0;
  try {
    await reservation.add({ documents: 1, bytes });
  } catch (error) {
    const replaced = await readReplaced(database, incoming);
    if (replaced.documents === 0) throw error;
    await reservation.add({ bytes: bytes - replaced.bytes });
  }
  return reservation;
}
