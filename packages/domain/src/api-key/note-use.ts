import type { Database } from '@docfleet/database';
import type { Principal } from './authenticate.ts';

const everyMs = 60_000;

/** Records the last use of a key, at most once a minute per key in all processes together. */
export async function noteApiKeyUse(
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
