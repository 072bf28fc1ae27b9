import { isMigrated } from './is-migrated.ts';
import { runPrisma } from './run-prisma.ts';

/** Brings the database of this URL to the newest migration, creating it if need be. Safe to run from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  // A look is some milliseconds, Prisma some seconds. Where one cannot look, Prisma creates what is missing, or says what is wrong.
  if (await isMigrated(url).catch(() => false)) return;
  await runPrisma(['migrate', 'deploy'], url);
}
