import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { OperatorConfig } from './config.ts';
import { OperatorFailure } from './operator-failure.ts';

/** File that a fleet keeps while it runs. */
const readyFile = z.object({ databaseUrl: z.string() });

/** The database that is set, or the one of the fleet that runs on this machine. */
export async function findDatabaseUrl({ DATABASE_URL, DATA_DIR }: OperatorConfig): Promise<string> {
  if (DATABASE_URL) return DATABASE_URL;
  try {
    const text = await readFile(join(DATA_DIR, 'ready.json'), 'utf8');
    return readyFile.parse(JSON.parse(text)).databaseUrl;
  } catch (cause) {
    throw new OperatorFailure(
      `No fleet runs with its data in ${resolve(DATA_DIR)}. Start it, set DATA_DIR to its folder, or DATABASE_URL to its database.`,
      { cause },
    );
  }
}
