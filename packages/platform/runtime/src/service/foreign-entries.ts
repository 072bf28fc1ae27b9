import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
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
