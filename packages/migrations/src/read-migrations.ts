import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../database/prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Every migration that there is, in the order in which they are applied. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }));
}
