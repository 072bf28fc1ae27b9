import { migrateDatabase } from '@docfleet/migrations';
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
      await migrateDatabase(await session.findDatabaseUrl());
      session.print('The database is at this version\n');
    });
}
