import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * Reads a PostgreSQL URL into the driver's settings, for services and migrations alike: `sslmode`, `sslrootcert`, hosts in brackets,
 * sockets. Throws a sentence for the operator when the address cannot be read or names what docfleet does not support.
 */
export function readDatabaseAddress(url: string): ClientConfig {
  const schema = new URL(url).searchParams.get('schema') ?? 'public';
  if (schema !== 'public')
    throw new Error(
      `DATABASE_URL names the schema ${schema}, but docfleet keeps its tables in public: remove ?schema= and use a database of its own`,
    );
  try {
    return parseIntoClientConfig(url);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`DATABASE_URL cannot be read: ${message.replaceAll(url, '[address]')}`, { cause });
  }
}
