import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyScope, Database } from '@docfleet/database';
import { hashSecret, readKey } from './key-format.ts';

const everyMs = 60_000;
const noHash = new Uint8Array(32);

/** Records the last use of a key, at most once a minute per key in all processes together. */
export async function recordApiKeyUse(
  database: Database,
  { apiKeyId, lastUsedAt }: Pick<Principal, 'apiKeyId' | 'lastUsedAt'>,
): Promise<void> {
  const now = Date.now();
  const before = new Date(now - everyMs);
  if (lastUsedAt && lastUsedAt > before) return;
  await database.apiKey.updateMany({
    where: { id: apiKeyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
    data: { lastUsedAt: new Date(now) },
  });
}

interface SharedLimit {
  readonly apiKeyId: string;
  readonly rateLimitPerMinute: number | null;
}

export interface Principal {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Requests a minute; null for the operator's default. */
  readonly rateLimitPerMinute: number | null;
  /** The keys whose limits this one shares, beside its own: the key that created it, the one that created that, and so on. */
  readonly sharedLimits: readonly SharedLimit[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** More keys than create each other. */
const maxShared = 100;

/** Returns the limits that a key shares from one key on, the nearest first. */
const readSharedLimits = (database: Database, limitKeyId: string) =>
  database.$queryRaw<SharedLimit[]>`
    WITH RECURSIVE shared AS (
      SELECT id, "limitKeyId", "rateLimitPerMinute", 1 AS depth FROM api_keys WHERE id = ${limitKeyId}
      UNION ALL
      SELECT creator.id, creator."limitKeyId", creator."rateLimitPerMinute", shared.depth + 1
      FROM api_keys AS creator JOIN shared ON creator.id = shared."limitKeyId" AND shared.depth < ${maxShared}
    )
    SELECT id AS "apiKeyId", "rateLimitPerMinute" FROM shared ORDER BY depth`;

/** Returns the owner of an API key, with its scopes and limits; undefined when the key is malformed, unknown, wrong, revoked or expired. */
export async function authenticate(database: Database, presented: string): Promise<Principal | undefined> {
  const parts = readKey(presented);
  if (!parts) return undefined;
  const key = await database.apiKey.findUnique({ where: { id: parts.id } });
  // A key that is not known takes as long as one that is.
  const isRight = timingSafeEqual(key?.secretHash ?? noHash, hashSecret(parts.secret));
  if (!key || !isRight) return undefined;
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= new Date())) return undefined;
  const { id: apiKeyId, organizationId, scopes, rateLimitPerMinute, expiresAt, lastUsedAt } = key;
  const sharedLimits = key.limitKeyId ? await readSharedLimits(database, key.limitKeyId) : [];
  return { apiKeyId, organizationId, scopes, rateLimitPerMinute, sharedLimits, expiresAt, lastUsedAt };
}

/** A refused key that is, or seems to be, one of ours. */
export interface RefusedKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly reason: 'WRONG_SECRET' | 'REVOKED' | 'EXPIRED';
}

/** Returns why a presented key was refused, for its organization's audit trail; undefined when it names no key that there is. */
export async function explainRefusal(database: Database, presented: string): Promise<RefusedKey | undefined> {
  const parts = readKey(presented);
  const key = parts && (await database.apiKey.findUnique({ where: { id: parts.id } }));
  if (!parts || !key) return undefined;
  const isRight = timingSafeEqual(key.secretHash, hashSecret(parts.secret));
  const reason = !isRight ? 'WRONG_SECRET' : key.revokedAt ? 'REVOKED' : 'EXPIRED';
  return { apiKeyId: key.id, organizationId: key.organizationId, reason };
}

/** Returns whether a key exists that is neither revoked nor expired. */
export async function isApiKeyUsable(database: Database, apiKeyId: string): Promise<boolean> {
  const usable = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  return (await database.apiKey.count({ where: { id: apiKeyId, ...usable } })) > 0;
}
