import pg from 'pg';

/** The url of another database, by name or number, on the same server. */
export function databaseAt(serverUrl: string, database: string | number): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const deadlineMs = 60_000;

/** Runs SQL, one or several statements, on a connection of its own. */
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
