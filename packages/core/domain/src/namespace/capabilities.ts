import { createHash } from 'node:crypto';
import type { Database, Prisma } from '@docfleet/database';
import { z } from 'zod';
import { type NamespaceConfigs, type ProviderConfig, secretFields } from './configs.ts';

const storedCapabilities = z.record(z.string(), z.record(z.string(), z.json()));

/** Capabilities of servers by the fingerprint of the configuration that names them; each port knows the form of its own. */
export type ProviderCapabilities = Readonly<z.output<typeof storedCapabilities>>;

/** The capabilities of a row; none where nothing that can be read is stored. */
export const parseCapabilities = (stored: unknown): ProviderCapabilities =>
  storedCapabilities.catch({}).parse(stored ?? {});

/** Names a server and its model: the same under another key, and another with any other change. */
export function fingerprintOf(name: string, config: ProviderConfig): string {
  const fields = Object.entries(config).filter(([field]) => !secretFields.includes(field));
  return createHash('sha256')
    .update(JSON.stringify([name, fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');
}

/**
 * Returns the capabilities of the given configurations; those of others are dropped, as they may have changed by the time they are used
 * again.
 */
export function capabilitiesOf(
  capabilities: ProviderCapabilities,
  ...all: readonly (NamespaceConfigs | undefined)[]
): Prisma.InputJsonObject {
  const used = all.flatMap((configs) =>
    Object.entries(configs ?? {}).flatMap(([name, config]) =>
      config && 'provider' in config ? [fingerprintOf(name, config as ProviderConfig)] : [],
    ),
  );
  return Object.fromEntries(
    Object.entries(capabilities).filter(([fingerprint]) => used.includes(fingerprint)),
  );
}

/** Stores the capabilities found for the server of one configuration, in place of earlier ones. */
export async function recordCapabilities(
  database: Database,
  namespaceId: string,
  found: ProviderCapabilities,
): Promise<void> {
  await database.$executeRaw`
    UPDATE namespaces SET capabilities = coalesce(capabilities, '{}'::jsonb) || ${JSON.stringify(found)}::jsonb
    WHERE id = ${namespaceId}::uuid`;
}
