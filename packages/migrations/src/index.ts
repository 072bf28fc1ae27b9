export { migrateDatabase } from './migrate-database.ts';
export { type Migration, readMigrations } from './read-migrations.ts';
export { runPatiently } from './schema-engine/retrying-scripts.ts';
