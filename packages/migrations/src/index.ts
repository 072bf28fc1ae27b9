export { migrateDatabase } from './migrate-database.ts';
export { type Migration, readMigrations } from './read-migrations.ts';
export { runWithLockRetries } from './schema-engine/retrying-scripts.ts';
