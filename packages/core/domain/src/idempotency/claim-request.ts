import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../database/identifier.ts';
import { removeInSteps } from '../database/roll-up.ts';

/** Deletes expired responses in bounded steps; returns their number. */
export const removeExpiredRequests = (database: Database): Promise<number> => {
  const now = new Date();
  return removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM idempotency_records WHERE ("organizationId", key) IN (
        SELECT "organizationId", key FROM idempotency_records WHERE "expiresAt" <= ${now} LIMIT ${rows})`,
  );
};

/** Milliseconds without renewal after which the process that handles a request counts as dead. */
const leaseMs = 20_000;
const keptMs = 24 * 3_600_000;
/** The Retry-After of a request whose key is in use. */
const retryAfterMs = 1_000;

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly organizationId: string;
  readonly key: string;
  /** Hash of method, path, tenant and body. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

/** A stored response: the status and the body as it was sent. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** The right to handle a request until its response is kept, it is abandoned, or its lease expires. */
export interface RequestClaim {
  /** Extends the lease while the request takes long. */
  renew(): Promise<void>;
  /** Stores the response for 24 hours. */
  keep(response: StoredResponse): Promise<void>;
  /** Releases the key, as if it had never been used. */
  onExhausted(): Promise<void>;
}

const sealedFor = ({ organizationId, key }: KeyedRequest) => `idempotency/${organizationId}/${key}`;

/** Claims the key if it is free, or if the process that claimed it for the same request has died. */
async function take(database: Database, request: KeyedRequest, claimId: string): Promise<boolean> {
  const { organizationId, key, fingerprint } = request;
  const now = Date.now();
  const [leaseExpiresAt, expiresAt] = [new Date(now + leaseMs), new Date(now + keptMs)];
  const taken = await database.$executeRaw`
    INSERT INTO idempotency_records ("organizationId", key, fingerprint, "claimId", "leaseExpiresAt", "expiresAt")
    VALUES (${organizationId}::uuid, ${key}, ${fingerprint}, ${claimId}::uuid, ${leaseExpiresAt}, ${expiresAt})
    ON CONFLICT ("organizationId", key) DO UPDATE SET fingerprint = excluded.fingerprint, "claimId" = excluded."claimId",
      "leaseExpiresAt" = excluded."leaseExpiresAt", "expiresAt" = excluded."expiresAt", status = NULL, "sealedBody" = NULL
    WHERE idempotency_records."expiresAt" <= ${new Date(now)} OR (idempotency_records.status IS NULL
      AND idempotency_records."leaseExpiresAt" <= ${new Date(now)} AND idempotency_records.fingerprint = excluded.fingerprint)`;
  return taken === 1;
}

function claimOf(database: Database, vault: Vault, request: KeyedRequest, claimId: string): RequestClaim {
  const { organizationId, key } = request;
  const where = { organizationId, key, claimId };
  return {
    async renew() {
      const leaseExpiresAt = new Date(Date.now() + leaseMs);
      await database.idempotencyRecord.updateMany({ where, data: { leaseExpiresAt } });
    },
    async keep({ status, body }) {
      const sealedBody = vault.seal(body, sealedFor(request));
      await database.idempotencyRecord.updateMany({ where, data: { status, sealedBody } });
    },
    async onExhausted() {
      await database.idempotencyRecord.deleteMany({ where });
    },
  };
}

/**
 * Claims a request for its key, or returns the stored response. Throws IDEMPOTENCY_KEY_REUSED when the key was sent with another request,
 * and IDEMPOTENCY_KEY_IN_USE while the first one is being handled.
 */
export async function claimRequest(
  database: Database,
  vault: Vault,
  request: KeyedRequest,
): Promise<{ claim: RequestClaim } | { response: StoredResponse }> {
  const { organizationId, key, fingerprint } = request;
  const claimId = createId();
  for (;;) {
    if (await take(database, request, claimId)) return { claim: claimOf(database, vault, request, claimId) };
    const found = await database.idempotencyRecord.findUnique({
      where: { organizationId_key: { organizationId, key } },
    });
    // The claim was released in between.
    if (!found) continue;
    if (!Buffer.from(fingerprint).equals(found.fingerprint))
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was sent with another request before',
      );
    if (found.status !== null && found.sealedBody)
      return { response: { status: found.status, body: vault.open(found.sealedBody, sealedFor(request)) } };
    throw new AppError(
      'IDEMPOTENCY_KEY_IN_USE',
      'The first request with this Idempotency-Key is still running: ask again soon',
      { details: { retryAfterMs } },
    );
  }
}
