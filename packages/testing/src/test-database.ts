import { takeDatabase, testServers } from './servers/servers.ts';
import { databaseAt, execute } from './servers/statements.ts';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, and ends remaining connections. */
  drop(): Promise<void>;
}

/** A database of one's own with all migrations applied and no rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const [{ databaseUrl }, name] = await Promise.all([testServers(), takeDatabase()]);
  return {
    url: databaseAt(databaseUrl, name),
    drop: () => execute(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
