import type { Egress } from '@docfleet/egress';
import type { PoolConfig } from 'pg';
import { z } from 'zod';
import type { Owner } from './errors.ts';

/** Connection settings of a customer's server; certificates are checked unless the address says otherwise. */
const sslModes = ['verify-full', 'no-verify', 'disable'] as const;
type SslMode = (typeof sslModes)[number];

/**
 * Options beside it would let a customer name files of this machine (`sslrootcert`), its sockets (`host`) or settings of the session (`options`).
 */
function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || url.username === '' || url.password !== '') return false;
  const { sslmode = 'verify-full', ...others } = Object.fromEntries(url.searchParams);
  return Object.keys(others).length === 0 && sslModes.includes(sslmode as SslMode);
}

export const pgvectorConfig = z
  .strictObject({
    provider: z.literal('PGVECTOR'),
    url: z
      .url({ protocol: /^postgres(ql)?$/ })
      .refine(
        isPlainAddress,
        `must be like postgresql://user@host:5432/database, without a password and with no option but sslmode: ${sslModes.join(', ')}`,
      )
      .meta({
        title: 'Address',
        description:
          'A PostgreSQL database with pgvector 0.8.4 or newer, in which the user may create a schema; none: the database of this installation',
        examples: ['postgresql://docfleet@db.example.com:5432/vectors'],
      })
      .optional(),
    password: z.string().min(1).meta({ title: 'Password', writeOnly: true }).optional(),
  })
  .refine(({ url, password }) => password === undefined || url !== undefined, {
    path: ['url'],
    message: 'is missing: a password alone names no database',
  })
  .meta({ title: 'PostgreSQL (pgvector)' });

export interface Server {
  /** Different for each server, and for each user of one. */
  readonly key: string;
  readonly owner: Owner;
  readonly pool: PoolConfig;
}

const sslOf = (url: URL): PoolConfig['ssl'] => {
  const mode = url.searchParams.get('sslmode') ?? 'verify-full';
  return mode === 'disable' ? false : { rejectUnauthorized: mode !== 'no-verify' };
};

/** Returns how a customer's server is reached: through sockets that refuse forbidden addresses. */
export function customersServer(text: string, password: string | undefined, egress: Egress): Server {
  const url = new URL(text);
  return {
    key: JSON.stringify([text, password]),
    owner: {
      setting: 'vectorStorageConfig.url',
      isOperators: false,
      secrets: password === undefined ? [] : [password],
    },
    pool: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? 5432 : Number(url.port),
      user: decodeURIComponent(url.username),
      // The driver would read the environment and ~/.pgpass of the operator without a password.
      password: password ?? '',
      database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
      ssl: sslOf(url),
      stream: () => egress.openSocket(),
    },
  };
}

/** Returns how the operator's server is reached: PGVECTOR_URL, or the fleet's own database. */
export function operatorsServer({
  PGVECTOR_URL,
  DATABASE_URL,
}: {
  PGVECTOR_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
}): Server {
  const url = PGVECTOR_URL ?? DATABASE_URL;
  if (url === undefined)
    throw new TypeError('PGVECTOR without an address needs PGVECTOR_URL or DATABASE_URL');
  const setting = PGVECTOR_URL === undefined ? 'DATABASE_URL' : 'PGVECTOR_URL';
  return {
    key: url,
    owner: { setting, isOperators: true, secrets: [] },
    pool: { connectionString: url },
  };
}
