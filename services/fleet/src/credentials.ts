import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authenticate, createApiKey, maxRateLimit } from '@docfleet/domain/api-key';
import type { Database } from '@docfleet/domain/database';
import { createOrganization } from '@docfleet/domain/organization';
import { z } from 'zod';

/** Reads a JSON file; undefined when it is missing or broken. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a JSON file with permissions of its owner alone, whole or not at all. */
export async function writePrivateJson(file: string, content: unknown): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

const credentials = z.object({ organizationId: z.string(), apiKey: z.string() });
type Credentials = z.output<typeof credentials>;

/** The credentials of a fleet, and where they are kept. */
export interface KeptCredentials extends Credentials {
  readonly credentialsFile: string;
  /** Whether this start has made them. */
  readonly isNewKey: boolean;
}

/**
 * Returns what a start says of its key: the key itself on a terminal at the first start, else the file that holds it. Whatever else
 * receives the output keeps it: the logs of service managers, containers and CI.
 */
export const describeKey = (
  { apiKey, credentialsFile, isNewKey }: Omit<KeptCredentials, 'organizationId'>,
  isTerminal = process.stdout.isTTY,
): string => (isNewKey && isTerminal ? apiKey : `in ${credentialsFile}`);

/** The organization and key that a fresh fleet begins with: the ones of the last start while they are valid, else new ones. */
export async function openCredentials(database: Database, dataDirectory: string): Promise<KeptCredentials> {
  const credentialsFile = join(dataDirectory, 'credentials.json');
  const known = credentials.safeParse(await readJson(credentialsFile));
  if (known.success && (await authenticate(database, known.data.apiKey)))
    return { ...known.data, credentialsFile, isNewKey: false };
  const organizationId = await createOrganization(database, 'My organization');
  const apiKey = await createApiKey(database, {
    organizationId,
    name: 'First key',
    scopes: ['admin'],
    // It is the operator's own.
    rateLimitPerMinute: maxRateLimit,
  });
  await writePrivateJson(credentialsFile, { organizationId, apiKey });
  return { organizationId, apiKey, credentialsFile, isNewKey: true };
}
