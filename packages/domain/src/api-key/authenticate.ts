import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyScope, Database } from '@docfleet/database';
import { hashSecret, readKey } from './key-format.ts';

const everyMs = 60_000;

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

export interface Principal {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Requests a minute; null for the operator's default. */
  readonly rateLimitPerMinute: number | null;
  /** The key whose limit this one shares, beside its own. */
  readonly sharedLimit: { readonly apiKeyId: string; readonly rateLimitPerMinute: number | null } | undefined;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Whom a presented key belongs to; undefined when it is malformed, unknown, wrong, revoked or expired. */
export async function authenticate(database: Database, presented: string): Promise<Principal | undefined> {
  const parts = readKey(presented);
  if (!parts) return undefined;
  const key = await database.apiKey.findUnique({ where: { id: parts.id } });
  if (!key || !timingSafeEqual(key.secretHash, hashSecret(parts.secret))) return undefined;
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= new Date())) return undefined;
  const { id: apiKeyId, organizationId, scopes, rateLimitPerMinute, expiresAt, lastUsedAt } = key;
  const shared = key.limitKeyId
    ? await database.apiKey.findUnique({
        where: { id: key.limitKeyId },
        select: { rateLimitPerMinute: true },
      })
    : undefined;
  const sharedLimit = shared && key.limitKeyId ? { apiKeyId: key.limitKeyId, ...shared } : undefined;
  return { apiKeyId, organizationId, scopes, rateLimitPerMinute, sharedLimit, expiresAt, lastUsedAt };
}
