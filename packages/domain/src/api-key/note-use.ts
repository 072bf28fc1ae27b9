import type { Database } from '@docfleet/database';
import type { Principal } from './authenticate.ts';

const everyMs = 60_000;

/** Notes that a key is in use, at most once a minute for a key, however many processes ask for it. */
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
