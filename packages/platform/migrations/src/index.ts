export { findUnknownMigrations, type Migration, readMigrations } from './read-migrations.ts';
export { migrateDatabase } from './run-prisma.ts';
export { runWithLockRetries } from './schema-engine/connection.ts';
