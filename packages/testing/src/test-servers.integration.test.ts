import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createTestDatabase, createTestRedis } from './index.ts';

async function query(url: string, sql: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('each test database is its own, also when many are asked for at once', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, createTestDatabase));
  await Promise.all(databases.map(({ url }) => query(url, 'CREATE TABLE mine (id int)')));
  await Promise.all(databases.map(({ drop }) => drop()));
  await expect(query(databases[0]!.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});

test('a dropped database does not wait for open connections', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  await drop();
  await expect(client.query('SELECT 1')).rejects.toThrow();
});

test('each test Redis is its own', async () => {
  const [mine, other] = await Promise.all([createTestRedis(), createTestRedis()]);
  const [first, second] = [new Redis(mine.url), new Redis(other.url)];
  await first.set('key', 'value');
  expect(await second.get('key')).toBeNull();
  await mine.drop();
  expect(await first.get('key')).toBeNull();
  await Promise.all([first.quit(), second.quit()]);
});
