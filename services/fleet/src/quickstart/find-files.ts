import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface FoundFile {
  readonly path: string;
  /** Relative to the folder, with its name kept in the namespace. */
  readonly name: string;
  readonly sha256: string;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const isHidden = (name: string) =>
  name.split(/[\\/]/).some((part) => part.startsWith('.') || part === 'node_modules');

/** Bytes of all files below a folder. */
export async function measureFolder(folder: string): Promise<number> {
  const root = resolve(folder);
  let bytes = 0;
  for await (const name of glob('**/*', { cwd: root })) {
    const found = isHidden(name) ? undefined : await stat(join(root, name));
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}

/** All files below a folder in order of their names, without hidden ones. */
export async function findFiles(folder: string): Promise<FoundFile[]> {
  const root = resolve(folder);
  const found: FoundFile[] = [];
  for await (const name of glob('**/*', { cwd: root })) {
    const path = join(root, name);
    if (isHidden(name) || !(await stat(path)).isFile()) continue;
    found.push({ path, name, sha256: await hashOf(path) });
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
