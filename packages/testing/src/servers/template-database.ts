import { migrateDatabase } from '@docfleet/migrations';
import { databaseAt } from './database-url.ts';
import { execute } from './statements.ts';

/** Creates a database with all migrations applied and returns its name; the server's other databases are left alone. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = `docfleet_template_${process.pid}_${Date.now()}`;
  await execute(serverUrl, `CREATE DATABASE ${name}`);
  await migrateDatabase(databaseAt(serverUrl, name));
  return name;
}

export async function dropTemplate(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
