import { isMigrated } from './is-migrated.ts';
import { runPrisma } from './run-prisma.ts';

/** Applies all pending migrations to the database of this URL, and creates the database if it does not exist. Several processes may call it concurrently. */
export async function migrateDatabase(url: string): Promise<void> {
  // The check takes milliseconds, the Prisma CLI seconds. If the check fails, Prisma creates the database or reports the error.
  if (await isMigrated(url).catch(() => false)) return;
  await runPrisma(['migrate', 'deploy'], url);
}
