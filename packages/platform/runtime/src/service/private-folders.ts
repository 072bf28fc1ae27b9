import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Read or write for the group or for others. */
const loose = 0o066;

async function isLoose(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & loose) !== 0;
}

/** Restricts files and folders created from now on to this process's user: folders 0700, files 0600. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Closes a folder to other users. Root's folder can be entered, but not listed, as PostgreSQL runs as another user in a folder of its own
 * below.
 */
export async function closeFolder(folder: string): Promise<void> {
  await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Lists the entries of a folder that other users of this machine may read or write. */
export async function findLooseEntries(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const found = await Promise.all(paths.map(isLoose));
  return paths.filter((_, index) => found[index]);
}
