import { startBoxFake } from '@docfleet/testing';
import { heapOfContainer } from '../fleet.ts';
import { readProcessUsage } from '../process-usage.ts';
import { startWorkerProcess, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { openAccount, untilTrue } from './account.ts';
import { limitRate } from './vendor.ts';

/** https://developer.box.com/guides/api-calls/permissions-and-errors/rate-limits/: 1,000 calls a minute for each user. */
const requestsPerSecond = 1_000 / 60;
const changedShare = 0.01;

const columns = [
  'sync',
  'documents embedded',
  'calls',
  'of these 429',
  'seconds of calls',
  'seconds until all are found',
  'of what the limit allows',
];

/** Syncs an account of `items` files for the first time, again, and once more when one in a hundred has changed. */
export function measureSync(items: number): Promise<void> {
  return withBenchServers(async (servers) => {
    const box = servers.scope.defer(await startBoxFake(), (fake) => fake.close());
    const put = (number: number, edition: string) =>
      box.put(`/folder ${number % 100}/${number}.txt`, `Item ${number} in its ${edition} edition.`);
    for (let number = 0; number < items; number += 1) put(number, 'first');
    const vendor = limitRate(box, requestsPerSecond, ({ path }) => path.startsWith('/2.0/'));
    const endpoints = { BOX: { api: `${box.url}/2.0` } };
    const environment = {
      ...servers.environment,
      EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
      CONNECTOR_ENDPOINTS: JSON.stringify(endpoints),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: heapOfContainer,
    };
    const start = (service: string) => startWorkerProcess({ ...servers, environment }, service);
    for (const service of ['scheduler', 'parser', 'embedder']) start(service);
    const pid = start('connector-sync');
    const account = servers.scope.defer(await openAccount(servers, 'BOX', box.token), (opened) =>
      opened.close(),
    );
    const { database, namespaceId } = account;

    async function sync(name: string) {
      vendor.reset();
      const startedAt = performance.now();
      const id = await account.ask();
      await untilTrue(
        async () => (await database.ingestJobRun.findUniqueOrThrow({ where: { id } })).status === 'COMPLETED',
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      const embedded = await database.ingestJobRunDocument.count({
        where: { ingestJobRunId: id, outcome: 'SUCCESS', isUnchanged: false },
      });
      const share = (vendor.calls() - vendor.refused()) / (requestsPerSecond * vendor.seconds());
      // A second's worth of calls may come at once.
      const shown = share > 1 ? 'burst' : share.toFixed(2);
      const figures = [vendor.seconds().toFixed(0), seconds.toFixed(0), shown];
      return { calls: vendor.calls(), row: [name, embedded, vendor.calls(), vendor.refused(), ...figures] };
    }

    const first = await sync('first sync');
    const same = await sync('resync, nothing changed');
    const changed = Math.ceil(items * changedShare);
    for (let number = 0; number < changed; number += 1) put((number * 7) % items, 'second');
    const second = await sync(`resync, ${changed} changed`);
    const succeeded = await database.document.count({ where: { namespaceId, status: 'SUCCESS' } });
    printTable(columns, [first.row, same.row, second.row]);
    const shareOf = ({ calls }: { readonly calls: number }) => ((100 * calls) / first.calls).toFixed(2);
    console.log(
      `\n${succeeded} documents are found; of the first sync's calls the unchanged resync made ${shareOf(same)} %, the other ${shareOf(second)} %.`,
    );
    const { peakMemory } = await readProcessUsage(pid);
    console.log(`connector-sync took ${peakMemory} MB of memory at most.`);
  });
}
