import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '@docfleet/runtime/config';

/** The folder of the version that is under test. */
export const thisCheckout: string = fileURLToPath(new URL('../..', import.meta.url));

/** Brings a database to the newest migration of a checkout, as its operator does. */
export async function migrateFrom(checkout: string, databaseUrl: string): Promise<void> {
  const env = { ...inheritedEnvironment('PATH', 'HOME'), DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, ['services/operator/src/main.ts', 'migrate'], {
    cwd: checkout,
    env,
  });
}
