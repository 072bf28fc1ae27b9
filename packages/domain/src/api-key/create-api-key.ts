import type { ApiKeyScope, Database } from '@docfleet/database';
import { createKeyParts, hashSecret, writeKey } from './key-format.ts';

/** Creates a key and gives it in full; it cannot be read again. */
export async function createApiKey(
  database: Database,
  { organizationId, name, scopes }: { organizationId: string; name: string; scopes: ApiKeyScope[] },
): Promise<string> {
  const parts = createKeyParts();
  await database.apiKey.create({
    data: { id: parts.id, organizationId, name, scopes, secretHash: hashSecret(parts.secret) },
  });
  return writeKey(parts);
}
