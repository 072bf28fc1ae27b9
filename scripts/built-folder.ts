/** Folders that are made of sources, the console's and the documentation's: built anew only when a source has changed. */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const stampName = 'sources.sha256';

/** SHA-256 of the names and contents of the files that the patterns match. */
export async function fingerprintOf(patterns: readonly string[], cwd: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd }).sort())
    hash.update(`${file}\0`).update(await readFile(join(cwd, file)));
  return hash.digest('hex');
}

/** Whether the folder was built from the sources of this fingerprint. */
export async function isBuilt(folder: string, fingerprint: string): Promise<boolean> {
  const stamp = await readFile(join(folder, stampName), 'utf8').catch(() => undefined);
  return stamp === fingerprint;
}

/** Replaces the folder by a fresh one once that is whole: two may build at once, and the folder is served meanwhile. */
export async function putInPlace(fresh: string, folder: string, fingerprint: string): Promise<void> {
  await writeFile(join(fresh, stampName), fingerprint);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}
