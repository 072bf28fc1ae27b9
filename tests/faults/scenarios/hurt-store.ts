import { execFile } from 'node:child_process';
import { chown, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { FaultFleet } from '../fault-fleet.ts';
import type { StoreServer } from '../fault-store.ts';

const run = promisify(execFile);
const diskMegabytes = 64;

type Query = (text: string) => Promise<string[]>;

/** Works on the database of the vectors; a query returns the first column. */
async function withDatabase(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(async (text) => {
      const { rows } = await client.query<string[]>({ text, rowMode: 'array' });
      return rows.map(([first = '']) => first);
    });
  } finally {
    await client.end();
  }
}

const tables = (query: Query) =>
  query(
    "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'docfleet_vectors'::regnamespace AND relname ~ '^shared_[0-9]+$'",
  );

const indexes = (query: Query) =>
  query(
    "SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid::regclass::text ~ '^docfleet_vectors.shared_[0-9]+$'",
  );

/** Whether this machine lets the test make a disk that is small. */
const canMount = async (folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true });
  return run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'docfleet-faults', folder]).then(
    () => true,
    () => false,
  );
};

async function moveTables(query: Query, space: string): Promise<void> {
  for (const name of await tables(query)) await query(`ALTER TABLE ${name} SET TABLESPACE ${space}`);
  for (const name of await indexes(query)) await query(`ALTER INDEX ${name} SET TABLESPACE ${space}`);
}

/** Puts the tables of vectors on a disk of their own, which is full for the time of the work. */
async function withFullDisk(fleet: FaultFleet, url: string, work: () => Promise<void>): Promise<boolean> {
  const folder = join(fleet.dataDirectory, 'vectors', 'disk');
  if (!(await canMount(folder))) return false;
  try {
    const { uid, gid } = await stat(join(fleet.dataDirectory, 'vectors', 'postgres', 'data'));
    await chown(folder, uid, gid);
    await withDatabase(url, async (query) => {
      await query(`CREATE TABLESPACE small LOCATION '${folder}'`);
      await moveTables(query, 'small');
    });
    const filler = join(folder, 'filler');
    const { bavail, bsize } = await statfs(folder);
    // Writes of the server meanwhile fill it as well.
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
    await work();
    await rm(filler);
    await withDatabase(url, async (query) => {
      await moveTables(query, 'pg_default');
      await query('DROP TABLESPACE small');
    });
    return true;
  } finally {
    await run('umount', ['-l', folder]);
  }
}

/** Lets the vendor answer writes in its words for the time of the work; `isMeant` selects them. */
async function answering(
  faults: NonNullable<StoreServer['faults']>,
  { status, error, isMeant }: { status: number; error: string; isMeant: (body: string) => boolean },
  work: () => Promise<void>,
): Promise<void> {
  faults.onRequest = ({ method, body }) =>
    method === 'PUT' && isMeant(body) ? { status, body: { status: { error }, time: 0 } } : undefined;
  try {
    await work();
  } finally {
    faults.onRequest = undefined;
  }
}

/** For the time of the work the server has no room for another vector; resolves with whether this machine could have it so. */
export async function withFullStore(
  fleet: FaultFleet,
  { faults, databaseUrl = '' }: StoreServer,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!faults) return withFullDisk(fleet, databaseUrl, work);
  await answering(faults, { status: 507, error: 'Insufficient storage: disk', isMeant: () => true }, work);
  return true;
}

/** For the time of the work the store refuses records whose text has that mark, and takes others: by a trigger of the owner of the database, or in the words of the vendor. */
export async function refusing(
  { faults, databaseUrl = '' }: StoreServer,
  mark: string,
  work: () => Promise<void>,
): Promise<void> {
  const isMeant = (body: string) => body.includes(mark);
  if (faults) return answering(faults, { status: 400, error: 'Wrong input: refused', isMeant }, work);
  await withDatabase(databaseUrl, async (query) => {
    await query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF position(convert_to('${mark}', 'UTF8') IN NEW.text) > 0 THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
    );
    for (const name of await tables(query))
      await query(`CREATE TRIGGER refuse BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await work();
    await query('DROP FUNCTION refuse CASCADE');
  });
}
