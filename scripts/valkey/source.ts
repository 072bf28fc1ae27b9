import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The Valkey that is built: a release, and the SHA-256 of its sources as `hashSources` computes it. */
export const valkey = {
  version: '9.1.2',
  sourcesSha256: '6b99d730249962a154e0a1001cd4bb5690e4ad6ec3a93d7c50db87fdfce41d1c',
} as const;

/** Folders whose files become part of the server; whether they come from an archive or from git makes no difference. */
const folders = ['src', 'deps'];

/** SHA-256, in hexadecimal, of the names and contents of all sources. */
export async function hashSources(source: string): Promise<string> {
  const found = globSync(`{${folders.join(',')}}/**`, { cwd: source });
  const files: string[] = [];
  for (const file of found) if ((await stat(join(source, file))).isFile()) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.map((path) => path.split(sep).join('/')).sort()) {
    const contents = createHash('sha256').update(await readFile(join(source, file)));
    hash.update(`${file}\0${contents.digest('hex')}\n`);
  }
  return hash.digest('hex');
}
