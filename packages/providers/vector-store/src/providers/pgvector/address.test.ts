import { expect, test } from '@jest/globals';
import { vectorStorageConfig } from '../../registry.ts';

const configOf = (url: string, password?: string) =>
  vectorStorageConfig.safeParse({ provider: 'PGVECTOR', url, ...(password && { password }) });

test.each([
  'postgresql://docfleet@db.example.com/vectors',
  'postgres://docfleet@[2001:db8::1]:6432/vectors?sslmode=no-verify',
])('the address %s is taken', (url) => {
  expect(configOf(url, 'secret').success).toBe(true);
});

test.each([
  ['with a password, which would be stored as it is', 'postgresql://docfleet:secret@db.example.com/vectors'],
  ['without a user, who would be the one of the operator', 'postgresql://db.example.com/vectors'],
  ['that names a file', 'postgresql://docfleet@db.example.com/vectors?sslrootcert=/etc/passwd'],
  ['that names a socket', 'postgresql://docfleet@db.example.com/vectors?host=/var/run/postgresql'],
  ['that names another host', 'postgresql://docfleet@db.example.com/vectors?host=127.0.0.1'],
  ['with settings of the session', 'postgresql://docfleet@db.example.com/vectors?options=-c%20x=y'],
  ['of another protocol', 'https://docfleet@db.example.com/vectors'],
  ['without a host', 'postgresql://docfleet@/vectors'],
])('an address %s is refused', (_, url) => {
  const paths = configOf(url, 'secret').error?.issues.map(({ path }) => path.join('.'));
  expect(new Set(paths)).toEqual(new Set(['url']));
});

test('a password without an address is refused', () => {
  const parsed = vectorStorageConfig.safeParse({ provider: 'PGVECTOR', password: 'secret' });
  expect(parsed.error?.issues).toMatchObject([{ path: ['url'] }]);
});

test('without an address the database is the operator’s', () => {
  expect(vectorStorageConfig.safeParse({ provider: 'PGVECTOR' }).success).toBe(true);
});
