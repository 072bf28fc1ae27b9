import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasPooler, readDatabaseAddress } from './address.ts';

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

test.each([
  ['connection_limit=1', /option connection_limit, .*DATABASE_POOL_SIZE/],
  ['statement_cache_size=0', /pgbouncer=true/],
  ['target_session_attrs=read-write', /name the primary/],
  ['keepalives_idle=30', /option keepalives_idle, .*remove it/],
])('an option that would be ignored is refused with what to write instead: %s', (option, said) => {
  expect(() => readDatabaseAddress(`postgresql://u:s3cret@h/d?${option}`)).toThrow(said);
  expect(() => readDatabaseAddress(`postgresql://u:s3cret@h/d?${option}`)).not.toThrow('s3cret');
});

test('the addresses that vendors show are read', () => {
  const vendors = [
    'postgresql://u:p@ep-x.neon.tech/d?sslmode=verify-full&channel_binding=require',
    'postgresql://u:p@pooler.supabase.com:6543/postgres?pgbouncer=true',
    'postgresql://u:p@h/d?schema=public&application_name=docs',
  ].map(readDatabaseAddress);
  expect(vendors).toMatchObject([
    { enableChannelBinding: true },
    { port: 6543 },
    { application_name: 'docs' },
  ]);
});

test('a pooler that keeps no prepared statements is declared by the option that other clients know', () => {
  expect(hasPooler('postgresql://u@h/d?pgbouncer=true')).toBe(true);
  expect(hasPooler('postgresql://u@h/d')).toBe(false);
});
