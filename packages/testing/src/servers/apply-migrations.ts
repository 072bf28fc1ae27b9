import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execute } from './statements.ts';

const folder = fileURLToPath(new URL('../../../database/prisma/migrations', import.meta.url));

/** Applies every migration in order, plainly: a template needs no bookkeeping. */
export async function applyMigrations(url: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  for (const name of names) await execute(url, await readFile(`${folder}/${name}/migration.sql`, 'utf8'));
}
