export { findUnknownMigrations } from './is-migrated.ts';
export { type Migration, readMigrations } from './read-migrations.ts';
export { migrateDatabase } from './run-prisma.ts';
export { runWithLockRetries } from './schema-engine/retrying-scripts.ts';
