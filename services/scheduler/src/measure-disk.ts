import { localFilesDirectory } from '@docfleet/file-store';
import { measureFolder, type Resources } from '@docfleet/pipeline/resources';
import type { Task } from '@docfleet/runtime/service';
import { localVectorFolders } from '@docfleet/vector-store';

const everyMs = 300_000;

/** Measures the disk space of the stores, so that operators can compare it with the stored amounts. */
export const measureDiskTask = ({ database, metrics, providerSettings }: Resources): Task => ({
  name: 'measure-disk',
  everyMs,
  async run(stopping) {
    const folders = {
      vectors: localVectorFolders(providerSettings.operatorSettings),
      files: [localFilesDirectory(providerSettings.operatorSettings)],
    } as const;
    for (const store of ['vectors', 'files'] as const) {
      let bytes: number | undefined;
      for (const folder of folders[store]) {
        const measured = await measureFolder(folder, stopping);
        if (measured !== undefined) bytes = (bytes ?? 0) + measured;
      }
      if (bytes !== undefined) metrics.diskMeasured(store, bytes);
    }
    const [row] = await database.$queryRaw<{ bytes: bigint }[]>`
      SELECT pg_database_size(current_database()) AS bytes`;
    if (row) metrics.diskMeasured('database', Number(row.bytes));
  },
});
