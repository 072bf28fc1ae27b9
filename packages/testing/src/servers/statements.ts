import pg from 'pg';

/** Returns the URL of another database, by name or number, on the same server. */
export function databaseAt(serverUrl: string, database: string | number): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const deadlineMs = 60_000;

/** Runs one or several SQL statements on a connection of their own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: deadlineMs,
    statement_timeout: deadlineMs,
  });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
