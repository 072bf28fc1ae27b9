import { findUnknownMigrations, migrateDatabase } from '@docfleet/migrations';
import type { Command } from 'commander';
import type { Session } from './session.ts';

/** `migrate`. */
export function addMigrateCommand(program: Command, session: Session): void {
  program
    .command('migrate')
    .description(
      'bring the database to this version; safe while the version before works, and from several places at once',
    )
    .action(async () => {
      const url = await session.findDatabaseUrl();
      await migrateDatabase(url);
      const unknown = await findUnknownMigrations(url).catch(() => []);
      session.print(
        unknown.length === 0
          ? 'The database is at this version\n'
          : `The database is at a newer version: it has ${unknown.length} migrations that this one does not know, the last of them ${unknown.sort().at(-1)}. The version before it still works with it; an older one needs a backup of its own time\n`,
      );
    });
}
