import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKeyModel, ApiKeyScope, Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Page } from '../run/list-runs.ts';

const pattern = /^df_live_([a-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

export interface KeyParts {
  readonly id: string;
  readonly secret: string;
}

/** New parts of a key: an id that may be shown, and 256 bits that may not. */
export function createKeyParts(): KeyParts {
  return { id: randomBytes(8).toString('hex'), secret: randomBytes(32).toString('base64url') };
}

/** Returns the key as its owner stores it. */
export const writeKey = ({ id, secret }: KeyParts): string => `df_live_${id}_${secret}`;

/** The parts of a presented key; undefined when it has another form. */
function readKey(presented: string): KeyParts | undefined {
  const [, id, secret] = pattern.exec(presented) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** Returns the id of a newly created key. */
export function idOfKey(key: string): string {
  const parts = readKey(key);
  if (!parts) throw new Error('This is no API key');
  return parts.id;
}

/** Returns the stored hash. A plain hash is sufficient for 256 random bits: they cannot be guessed. */
export const hashSecret = (secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(secret).digest());

export type ApiKey = Omit<ApiKeyModel, 'secretHash'>;

/** The status of a key, derived from its dates. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

/** Returns whether a key is valid now, and if not, why. */
export function apiKeyStatus({
  revokedAt,
  expiresAt,
}: Pick<ApiKey, 'revokedAt' | 'expiresAt'>): (typeof apiKeyStatuses)[number] {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= new Date() ? 'EXPIRED' : 'ACTIVE';
}

const withoutHash = { omit: { secretHash: true } } as const;

/** The error for a key that does not exist or belongs to another organization. */
export const apiKeyNotFound = (): AppError => new AppError('API_KEY_NOT_FOUND', 'The API key does not exist');

/** A key of an organization; throws API_KEY_NOT_FOUND. */
export async function findApiKey(database: Database, organizationId: string, id: string): Promise<ApiKey> {
  const key = await database.apiKey.findFirst({ where: { id, organizationId }, ...withoutHash });
  if (!key) throw apiKeyNotFound();
  return key;
}

/** The organization that a key belongs to; throws API_KEY_NOT_FOUND. For the operator alone. */
export async function findOrganizationOfApiKey(database: Database, id: string): Promise<string> {
  const key = await database.apiKey.findUnique({ where: { id }, select: { organizationId: true } });
  if (!key) throw apiKeyNotFound();
  return key.organizationId;
}

/** Returns keys of an organization, newest first, one more than the page size when there is a next page. */
export async function listApiKeys(
  database: Database,
  organizationId: string,
  { size, after }: Page,
): Promise<ApiKey[]> {
  return database.apiKey.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    // Keys are never deleted, so the last one of a page still exists.
    ...(after !== undefined && { cursor: { id: after }, skip: 1 }),
    take: size + 1,
    ...withoutHash,
  });
}

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
