import pg from 'pg';

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
