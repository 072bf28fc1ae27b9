import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Options of an address that the driver takes: https://node-postgres.com/features/connecting */
const driverOptions = [
  'application_name',
  'client_encoding',
  'fallback_application_name',
  'host',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'options',
  'password',
  'port',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'uselibpqcompat',
  'user',
];

/** Options of other clients that are followed here; `schema` in so far as it names the one that there is. */
const ownOptions = ['channel_binding', 'pgbouncer', 'schema'];

/** Options that other clients take and the driver ignores, with what to do instead. */
const replacements: Readonly<Record<string, string>> = {
  connection_limit: 'set DATABASE_POOL_SIZE in its place',
  pool_timeout: 'remove it: a statement waits 10 seconds for a connection',
  connect_timeout: 'remove it: a connection may take 15 seconds',
  statement_timeout: 'remove it: docfleet sets one for each of its connections',
  sslaccept: 'write sslmode=verify-full or sslmode=no-verify in its place',
  sslpassword: 'remove it, and provide a key without a password',
  target_session_attrs: 'remove it, and name the primary or a proxy that leads to it',
  statement_cache_size: 'write pgbouncer=true in its place',
  prepareThreshold: 'write pgbouncer=true in its place',
  search_path: 'remove it: docfleet keeps its tables in public',
};

const knownOptions = [...driverOptions, ...ownOptions];

/** Throws a sentence for the operator when the address has an option that would be ignored. */
function requireKnownOptions(options: URLSearchParams): void {
  const unknown = [...options.keys()].find((name) => !knownOptions.includes(name));
  if (unknown === undefined) return;
  const advice = replacements[unknown] ?? `remove it, as only these are followed: ${knownOptions.join(', ')}`;
  throw new Error(`DATABASE_URL has the option ${unknown}, which would be ignored: ${advice}`);
}

/**
 * Returns whether the address says, as it does for other clients, that a pooler is between which keeps no prepared statements:
 * https://www.prisma.io/docs/orm/prisma-client/setup-and-configuration/databases-connections/pgbouncer
 */
export const hasPooler = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true';

/**
 * Reads a PostgreSQL URL into the driver's settings, for services and migrations alike: `sslmode`, `sslrootcert`, hosts in brackets,
 * sockets. Throws a sentence for the operator when the address cannot be read or names what docfleet does not support.
 */
export function readDatabaseAddress(url: string): ClientConfig {
  const options = new URL(url).searchParams;
  requireKnownOptions(options);
  const schema = options.get('schema') ?? 'public';
  if (schema !== 'public')
    throw new Error(
      `DATABASE_URL names the schema ${schema}, but docfleet keeps its tables in public: remove ?schema= and use a database of its own`,
    );
  try {
    const binding = options.get('channel_binding') ?? 'disable';
    // The driver binds where the server offers it; the certificate is checked in any case.
    return { ...parseIntoClientConfig(url), ...(binding !== 'disable' && { enableChannelBinding: true }) };
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`DATABASE_URL cannot be read: ${message.replaceAll(url, '[address]')}`, { cause });
  }
}

/** Returns the sentence for an operator whose database does not take connections, with the remedy; `reason` is the driver's. */
export function unreachableDatabase(reason: string): string {
  const remedy = /certificate|\bTLS\b|\bSSL\b/i.test(reason)
    ? 'correct sslmode in DATABASE_URL, or name the authority of the certificate in its sslrootcert or in NODE_EXTRA_CA_CERTS'
    : 'correct host and port in DATABASE_URL, or start the server';
  return `PostgreSQL cannot be reached (${reason}): ${remedy}`;
}
