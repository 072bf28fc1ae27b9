import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { FleetConfig } from './config.ts';
import { readJson, writePrivateJson } from './private-file.ts';
import { StartFailure } from './start-failure.ts';

const stored = z.object({ masterKey: z.string() });

/** The master key: the operator's, or on a laptop one that is made once and kept in the data directory. */
export async function openMasterKey({ MASTER_KEY, NODE_ENV, DATA_DIR }: FleetConfig): Promise<string> {
  if (MASTER_KEY) return MASTER_KEY;
  if (NODE_ENV === 'production')
    throw new StartFailure(
      'MASTER_KEY is not set. Make one with "openssl rand -base64 32" and keep it safe.',
    );
  const file = join(DATA_DIR, 'master-key.json');
  const known = stored.safeParse(await readJson(file));
  if (known.success) return known.data.masterKey;
  const masterKey = randomBytes(32).toString('base64');
  await writePrivateJson(file, { masterKey });
  return masterKey;
}
