import { runPrisma } from './run-prisma.ts';

/** Brings the database of this URL to the newest migration, creating it if need be. Safe to run from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  await runPrisma(['migrate', 'deploy'], url);
}
