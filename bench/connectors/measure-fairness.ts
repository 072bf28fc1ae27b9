import { startBoxFake } from '@docfleet/testing';
import { startWorkerProcess, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { type Account, openAccount, untilTrue } from './account.ts';

const tries = 7;
/** By this number, a full window of documents is in flight. */
const busyFrom = 400;

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Seconds from a new file at a vendor to its visible content, several times. */
async function measureNewFile({ database, ask }: Account, put: (name: string) => void, edition: string) {
  const seconds: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const name = `${edition} ${attempt}.txt`;
    put(name);
    const startedAt = performance.now();
    await ask();
    const isVisible = async () => (await database.document.count({ where: { name, status: 'SUCCESS' } })) > 0;
    await untilTrue(isVisible, 20);
    seconds.push((performance.now() - startedAt) / 1_000);
  }
  return seconds;
}

/** How long one new file takes beside another connection of the same namespace that has `items` to read. */
export function measureFairness(items: number): Promise<void> {
  return withBenchServers(async (servers) => {
    const start = async () => servers.scope.defer(await startBoxFake(), (fake) => fake.close());
    // Both are one vendor: what distinguishes them is the connection.
    const box = await start();
    const environment = {
      ...servers.environment,
      EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
      CONNECTOR_ENDPOINTS: JSON.stringify({ BOX: { api: `${box.url}/2.0` } }),
      LOG_LEVEL: 'error',
    };
    for (const service of ['scheduler', 'parser', 'embedder', 'connector-sync'])
      startWorkerProcess({ ...servers, environment }, service);
    const many = servers.scope.defer(await openAccount(servers, 'BOX', box.token), (one) => one.close());
    const few = servers.scope.defer(await openAccount(servers, 'BOX', box.token, many), (one) => one.close());
    const small = box.folderAt('/small');
    const large = box.folderAt('/large');
    const put = (name: string) => void box.put(`/small/${name}`, `What ${name} holds.`);
    put('first.txt');
    const part = (account: Account, folder: string): Account => ({
      ...account,
      ask: () => account.ask([`folder:${folder}`]),
    });
    await measureNewFile(part(few, small), put, 'warm-up');
    const idle = await measureNewFile(part(few, small), put, 'idle');
    for (let number = 0; number < items; number += 1) box.put(`/large/${number}.txt`, `Item ${number}.`);
    await part(many, large).ask();
    const unread = { connectionId: many.connectionId, status: { notIn: ['SUCCESS' as const] } };
    await untilTrue(async () => (await many.database.document.count({ where: unread })) > busyFrom);
    const busy = await measureNewFile(part(few, small), put, 'busy');
    const left = await many.database.document.count({ where: unread });
    const row = (name: string, seconds: readonly number[]) => [
      name,
      medianOf(seconds).toFixed(2),
      Math.max(...seconds).toFixed(2),
    ];
    const columns = ['new file of a connection', 'median seconds', 'longest'];
    printTable(columns, [row('alone', idle), row(`beside ${items} of another`, busy)]);
    const ratio = (medianOf(busy) / medianOf(idle)).toFixed(2);
    console.log(
      `\nBeside the other connection: ${ratio} times as long; ${left} of its files were still unread.`,
    );
  });
}
