import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../database/prisma/migrations', import.meta.url));

/** The migrations up to this one create the schema of the first release, a noun each; no version runs before them. */
const lastOfBaseline = '20261127000120_webhooks';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly isBaseline: boolean;
}

/** Returns every migration in the order in which they are applied. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => ({
      name,
      sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8'),
      isBaseline: name <= lastOfBaseline,
    }));
}
