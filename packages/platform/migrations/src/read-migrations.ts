import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConnectionUrl } from './schema-engine/connection.ts';

const folder = fileURLToPath(new URL('../../database/prisma/migrations', import.meta.url));
const deadlineMs = 10_000;

/** A migration as Prisma records it in the table `_prisma_migrations`. */
interface AppliedMigration {
  readonly name: string;
  /** SHA-256 of the script, in hexadecimal digits. */
  readonly checksum: string;
  readonly isFinished: boolean;
}

async function ownMigrations(): Promise<Pick<AppliedMigration, 'name' | 'checksum'>[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const script = await readFile(join(folder, name, 'migration.sql'));
      return { name, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

async function readApplied(url: string): Promise<AppliedMigration[]> {
  const client = new pg.Client({
    ...readConnectionUrl(url),
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  });
  await client.connect();
  try {
    const { rows } = await client.query<AppliedMigration>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM public._prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the names of migrations that another version has applied and this one does not know. Rejects if the database cannot be read. */
export async function findUnknownMigrations(url: string): Promise<string[]> {
  const [own, applied] = await Promise.all([ownMigrations(), readApplied(url)]);
  const known = new Set(own.map(({ name }) => name));
  return applied.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Returns whether each migration has been applied with this checksum, and none is running or has failed. Rejects if the database cannot be read. */
export async function isMigrated(url: string): Promise<boolean> {
  const [own, applied] = await Promise.all([ownMigrations(), readApplied(url)]);
  const isApplied = ({ name, checksum }: Pick<AppliedMigration, 'name' | 'checksum'>) =>
    applied.some((other) => other.name === name && other.checksum === checksum);
  return applied.every(({ isFinished }) => isFinished) && own.every(isApplied);
}

/** The migrations up to this one create the schema of the first release, a noun each; no version runs before them. */
const lastOfBaseline = '20261127000120_webhooks';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly isBaseline: boolean;
}

/** Returns every migration in the order in which they are applied. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => ({
      name,
      sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8'),
      isBaseline: name <= lastOfBaseline,
    }));
}
