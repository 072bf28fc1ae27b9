import { open } from 'node:fs/promises';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the entries of folders durable. Callers that come while a folder is being synced share the next sync, so that many small
 * files a second in one folder cost a few syncs and not one each.
 */
export function createFolderSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();

  const start = (folder: string): Promise<void> => {
    const sync = syncFolder(folder).finally(() => running.delete(folder));
    running.set(folder, sync);
    return sync;
  };

  return (folder) => {
    const current = running.get(folder);
    if (!current) return start(folder);
    const next =
      waiting.get(folder) ??
      current
        .catch(() => {}) // Its own callers hear of it.
        .then(() => {
          waiting.delete(folder);
          return start(folder);
        });
    waiting.set(folder, next);
    return next;
  };
}
