import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { OperatorConfig } from './config.ts';
import { OperatorFailure } from './operator-failure.ts';

/** File with the key that a fleet has made because the operator set none. */
const keyFile = z.object({ masterKey: z.string() });

/** The master key that is set, or the one of the fleet that has its data in DATA_DIR. */
export async function findMasterKey({ MASTER_KEY, DATA_DIR }: OperatorConfig): Promise<string> {
  if (MASTER_KEY) return MASTER_KEY;
  try {
    const text = await readFile(join(DATA_DIR, 'master-key.json'), 'utf8');
    return keyFile.parse(JSON.parse(text)).masterKey;
  } catch (cause) {
    throw new OperatorFailure(
      `The credentials of the namespaces' stores are sealed: set MASTER_KEY, or DATA_DIR to the folder of a fleet that has a key in it (${resolve(DATA_DIR)} has none).`,
      { cause },
    );
  }
}
