import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasPooler, unreachableDatabase } from '@docfleet/database/address';
import { inheritedEnvironment } from '@docfleet/runtime/config';
import pg from 'pg';
import { findUnknownMigrations, isMigrated } from './read-migrations.ts';
import { createDatabase, readConnectionUrl } from './schema-engine/connection.ts';

/** The key that Prisma locks while it migrates: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production#advisory-locking */
const migrationLock = 72_707_369;
const pauseMs = 500;

/** Begins a transaction with the lock. One that waited for it would keep its snapshot, for which an index that is built concurrently waits in turn. */
async function beginWithLock(client: pg.Client): Promise<void> {
  for (;;) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS "isOurs"`,
    );
    if (rows[0]?.isOurs) return;
    await client.query('ROLLBACK');
    await sleep(pauseMs);
  }
}

/**
 * Works while this process alone migrates the database, behind a pooler that uses another connection for each transaction: a lock of a session
 * would stay with a connection that stays open, so it is that of a transaction, which keeps its connection. Creates the database unless it exists.
 */
async function withMigrationLock(url: string, work: () => Promise<unknown>): Promise<void> {
  const settings = readConnectionUrl(url);
  await createDatabase(settings);
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await beginWithLock(client);
    await work();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const prismaCli = join(
  dirname(createRequire(import.meta.url).resolve('prisma/package.json')),
  'build/index.js',
);

/** Variables that the driver reads for what an address leaves out, and Node for the authorities that it trusts. */
const connectionVariables = [
  'NODE_EXTRA_CA_CERTS',
  ...[
    'USER',
    'PASSWORD',
    'PASSFILE',
    'HOST',
    'PORT',
    'DATABASE',
    'OPTIONS',
    'SSLMODE',
    'SSLROOTCERT',
    'SSLCERT',
    'SSLKEY',
  ].map((name) => `PG${name}`),
];

/** Returns the environment of the Prisma CLI: this Node first on the PATH, and our schema engine. */
export function prismaEnvironment(databaseUrl?: string): Record<string, string> {
  const { PATH = '', ...inherited } = inheritedEnvironment(
    'PATH',
    'HOME',
    'DATABASE_URL',
    ...connectionVariables,
  );
  return {
    // `generate` requires the variable but does not connect.
    DATABASE_URL: 'postgresql://localhost',
    ...inherited,
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    PRISMA_SCHEMA_ENGINE_BINARY: join(packageFolder, 'src/schema-engine/main.ts'),
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

export const prismaCommand = { cli: prismaCli, workingDirectory: packageFolder } as const;

/** Since PostgreSQL 15 only the owner of a database may create in its schema `public`. https://www.postgresql.org/docs/15/ddl-schemas.html */
const deniedSchema = /permission denied for schema (\S+)/;

/** Returns the error message of the CLI without its startup lines, after its command where no sentence of ours says more. */
function cliError(error: unknown, args: readonly string[]): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  const lines = stderr
    .split('\n')
    .filter((line) => line.trim() && !/^(Loaded Prisma config|Prisma schema loaded)/.test(line));
  const said = lines.join(' ') || message;
  const [, reason] = /\bP1001: (.+)/.exec(said) ?? [];
  if (reason !== undefined) return unreachableDatabase(reason);
  const schema = deniedSchema.exec(said)?.[1];
  return schema === undefined
    ? `prisma ${args.join(' ')}: ${said}`
    : `The user of DATABASE_URL may not create tables in the schema ${schema}, which the owner of a database alone may since PostgreSQL 15: ALTER DATABASE <database> OWNER TO <user>, or GRANT USAGE, CREATE ON SCHEMA ${schema} TO <user>`;
}

/** Runs the Prisma CLI and returns its output; rejects with its error message. */
export async function runPrisma(args: readonly string[], databaseUrl?: string): Promise<string> {
  const options = { cwd: packageFolder, env: prismaEnvironment(databaseUrl), maxBuffer: 1 << 24 };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [prismaCli, ...args], options);
    return stdout;
  } catch (error) {
    throw new Error(cliError(error, args), { cause: error });
  }
}

/** The first migration of the first release; those of the time before were replaced. */
const firstOfRelease = '20261127';

/** Throws where the migrations of a time before the first release made the database: their tables cannot be changed into those of today. */
async function refuseUnreleased(url: string): Promise<void> {
  const unknown = await findUnknownMigrations(url).catch(() => []);
  if (unknown.every((name) => name >= firstOfRelease)) return;
  throw new Error(
    'A version from before the first release made this database, and no migration leads from it to this version: set DATABASE_URL to a new database, or for `npm start` DATA_DIR to a new folder, and ingest again',
  );
}

/** Applies all pending migrations to the database of this URL, and creates the database if it does not exist. Several processes may call it concurrently. Rejects if a version from before the first release made it. */
export async function migrateDatabase(url: string): Promise<void> {
  // Reports a mistake in the address before the CLI does, whose message is less clear.
  readConnectionUrl(url);
  // The check takes milliseconds, the Prisma CLI seconds. If the check fails, Prisma creates the database or reports the error.
  if (await isMigrated(url).catch(() => false)) return;
  await refuseUnreleased(url);
  const deploy = () => runPrisma(['migrate', 'deploy'], url);
  if (!hasPooler(url)) await deploy();
  else
    await withMigrationLock(url, async () => (await isMigrated(url).catch(() => false)) || (await deploy()));
}
