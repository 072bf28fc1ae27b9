import { constants } from 'node:fs';
import { access, chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Permissions that a process needs in a folder of its own: list it and make files in it. */
const folderRights = constants.R_OK | constants.W_OK | constants.X_OK;
const fileRights = constants.R_OK | constants.W_OK;

/** Entries that file systems keep in the folder that they are mounted at. */
const ofTheFileSystem = 'lost+found';

async function describe(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  const isRefused = await access(path, found.isDirectory() ? folderRights : fileRights).then(
    () => false,
    ({ code }: { code?: string }) => code === 'EACCES' || code === 'EPERM',
  );
  const uid = process.getuid?.();
  if (!isRefused || uid === undefined) return [];
  return found.uid === uid
    ? [`This user may not read and write ${path}: chmod -R u+rwX ${path}`]
    : [
        `${path} belongs to user ${found.uid}, and docfleet runs as user ${uid}, which is not allowed to use it: chown -R ${uid} ${path}, or run docfleet as the user that it ran as before`,
      ];
}

/**
 * Returns a sentence with the remedy for a folder, or else for each entry of it, that this process may not use, as after a start as
 * another user.
 */
export async function findForeignEntries(folder: string): Promise<string[]> {
  const own = await describe(folder);
  if (own.length > 0) return own;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name !== ofTheFileSystem);
  return (await Promise.all(names.map((name) => describe(join(folder, name))))).flat();
}

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
