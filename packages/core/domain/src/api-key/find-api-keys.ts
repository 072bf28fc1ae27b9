import type { ApiKeyModel, Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Page } from '../run/list-runs.ts';

export type ApiKey = Omit<ApiKeyModel, 'secretHash'>;

/** The status of a key, derived from its dates. */
export const apiKeyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

/** Returns whether a key is valid now, and if not, why. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date = new Date(),
): (typeof apiKeyStatuses)[number] {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
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
