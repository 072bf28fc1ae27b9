import { startGoogleDriveEmulator } from '@docfleet/testing';
import { heapOfContainer } from '../fleet.ts';
import { readProcessUsage } from '../process-usage.ts';
import { startWorkerProcess, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { openAccount, untilTrue } from './account.ts';

/** Downloads one huge file into the LOCAL file store, and reports the memory that it took. */
export function measureLargeFile(bytes: number): Promise<void> {
  return withBenchServers(async (servers) => {
    const google = servers.scope.defer(await startGoogleDriveEmulator(), (emulator) => emulator.close());
    google.store.put({ id: 'huge', name: 'huge.txt', mimeType: 'text/plain', content: { bytes } });
    const environment = {
      ...servers.environment,
      EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
      CONNECTOR_ENDPOINTS: JSON.stringify({ GOOGLE_DRIVE: { api: google.url, export: google.url } }),
      MAX_FILE_BYTES: String(bytes),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: heapOfContainer,
    };
    const account = servers.scope.defer(
      await openAccount(servers, 'GOOGLE_DRIVE', google.accessToken),
      (opened) => opened.close(),
    );
    const service = { ...servers, environment };
    startWorkerProcess(service, 'scheduler');
    const pid = startWorkerProcess(service, 'connector-sync');
    const startedAt = performance.now();
    await account.ask();
    const where = { namespaceId: account.namespaceId, stage: 'PARSE' } as const;
    await untilTrue(async () => (await account.database.document.count({ where })) > 0);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { peakMemory, cpuSeconds } = await readProcessUsage(pid);
    const row = [bytes / 1_000_000, seconds.toFixed(1), cpuSeconds.toFixed(1), peakMemory];
    printTable(['file (MB)', 'seconds', 'seconds of a core', 'peak memory of connector-sync (MB)'], [row]);
  });
}
