import { randomBytes } from 'node:crypto';
import { databaseAt } from './servers/database-url.ts';
import { testServers } from './servers/servers.ts';
import { execute } from './servers/statements.ts';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, and ends remaining connections. */
  drop(): Promise<void>;
}

/** A database of one's own with all migrations applied and no rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { databaseUrl, templateDatabase } = await testServers();
  const name = `docfleet_test_${randomBytes(8).toString('hex')}`;
  await execute(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  return {
    url: databaseAt(databaseUrl, name),
    drop: () => execute(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
