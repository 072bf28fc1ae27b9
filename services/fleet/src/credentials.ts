import { join } from 'node:path';
import { authenticate, createApiKey, highestRateLimit } from '@docfleet/domain/api-key';
import type { Database } from '@docfleet/domain/database';
import { createOrganization } from '@docfleet/domain/organization';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';

const credentials = z.object({ organizationId: z.string(), apiKey: z.string() });
export type Credentials = z.output<typeof credentials>;

/** The organization and key that a fresh fleet begins with: the ones of the last start while they are valid, else new ones. */
export async function openCredentials(database: Database, dataDirectory: string): Promise<Credentials> {
  const file = join(dataDirectory, 'credentials.json');
  const known = credentials.safeParse(await readJson(file));
  if (known.success && (await authenticate(database, known.data.apiKey))) return known.data;
  const organizationId = await createOrganization(database, 'My organization');
  const apiKey = await createApiKey(database, {
    organizationId,
    name: 'First key',
    scopes: ['admin'],
    // It is the operator's own.
    rateLimitPerMinute: highestRateLimit,
  });
  await writePrivateJson(file, { organizationId, apiKey });
  return { organizationId, apiKey };
}
