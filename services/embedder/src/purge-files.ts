import type { FileStore } from '@docfleet/file-store';

const filesAtATime = 1_000;

/** Removes all files whose keys begin with `prefix`; returns how many there were. */
export async function removeFiles(
  fileStore: FileStore,
  prefix: string,
  signal: AbortSignal,
): Promise<number> {
  let batch: string[] = [];
  let removed = 0;
  const flush = async () => {
    if (batch.length > 0) await fileStore.remove(batch, signal);
    removed += batch.length;
    batch = [];
  };
  for await (const key of fileStore.list(prefix, signal)) {
    batch.push(key);
    if (batch.length === filesAtATime) await flush();
  }
  await flush();
  return removed;
}
