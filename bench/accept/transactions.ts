import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { LoadResult } from '../http-load.ts';
import { percentile } from '../percentile.ts';

/** One connection that writes a document and a job in a transaction, again and again. */
async function write(client: pg.Client, until: number): Promise<number[]> {
  const times: number[] = [];
  const text = 'x'.repeat(500);
  while (performance.now() < until) {
    const startedAt = performance.now();
    const id = randomUUID();
    await client.query('BEGIN');
    await client.query({
      name: 'document',
      text: 'INSERT INTO bench_documents VALUES ($1, $2)',
      values: [id, text],
    });
    await client.query({
      name: 'job',
      text: 'INSERT INTO bench_jobs VALUES ($1, $2)',
      values: [randomUUID(), { id }],
    });
    await client.query('COMMIT');
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The machine's own rate: transactions with two inserts over `connections` connections, straight into PostgreSQL. */
export async function measureTransactions(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(`CREATE TABLE IF NOT EXISTS bench_documents (id uuid PRIMARY KEY, text text);
    CREATE TABLE IF NOT EXISTS bench_jobs (id uuid PRIMARY KEY, payload jsonb)`);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const times = (await Promise.all(clients.map((client) => write(client, until)))).flat();
  const elapsed = (performance.now() - startedAt) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond: times.length / elapsed, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
