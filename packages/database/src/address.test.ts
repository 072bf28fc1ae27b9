import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readDatabaseAddress } from './address.ts';

test('an IPv6 host is read without its brackets', () => {
  expect(readDatabaseAddress('postgresql://u:p@[::1]:5433/d')).toMatchObject({ host: '::1', port: 5433 });
});

test('the certificate of an own authority is read from its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-address-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, 'certificate');
  const address = readDatabaseAddress(`postgresql://u@h/d?sslmode=verify-full&sslrootcert=${file}`);
  await rm(folder, { recursive: true });
  expect(address.ssl).toMatchObject({ ca: 'certificate' });
});

test('a certificate file that is missing is named', () => {
  const read = () => readDatabaseAddress('postgresql://u:secret@h/d?sslrootcert=/nowhere/ca.pem');
  expect(read).toThrow(/DATABASE_URL cannot be read: .*\/nowhere\/ca\.pem/);
});

test('a socket is a host', () => {
  expect(readDatabaseAddress('postgresql:///d?host=/run/postgresql').host).toBe('/run/postgresql');
});

test('a percent sign that encodes nothing is part of the password', () => {
  expect(readDatabaseAddress('postgresql://u:a%b@h/d').password).toBe('a%b');
});

test('a schema other than public is refused with what to do instead', () => {
  expect(() => readDatabaseAddress('postgresql://u@h/d?schema=docs')).toThrow(/remove \?schema=/);
});
