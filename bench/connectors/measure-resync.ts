import { type Connector, type ItemVersion, listPages, openConnector } from '@docfleet/connectors';
import { rememberFeeds } from '../../packages/providers/connectors/test/remember-feeds.ts';
import { type Drive, startDrives } from '../../tests/e2e/drives.ts';
import { printTable } from '../table.ts';

const folders = 100;
const fetchedAtOnce = 8;
const columns = [
  'connector',
  'calls of the first sync',
  'of the first resync',
  'of the second',
  'share',
  'items to read again',
];

/** Reads items as a sync does, and drops what is in them. */
async function fetchAll(connector: Connector, items: readonly ItemVersion[], signal: AbortSignal) {
  const left = [...items];
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop())
      for await (const _part of (await connector.fetch(next, signal)).body);
  };
  await Promise.all(Array.from({ length: fetchedAtOnce }, worker));
}

/** Calls of a first sync of `items` items, of two resyncs after which nothing has changed, and what these would read again. */
async function measureConnector(
  connector: Connector,
  { fake, suffix }: Drive,
  items: number,
): Promise<(string | number)[]> {
  const { signal } = new AbortController();
  for (let number = 0; number < items; number += 1)
    fake.put(`/folder ${number % folders}/${number}${suffix}`, `Item ${number}.`);
  const known = new Map<string, string>();
  let cursor: string | undefined;
  async function sync() {
    const before = fake.requests.length;
    const changed = new Map<string, ItemVersion>();
    for await (const page of listPages(connector, cursor, undefined, signal)) {
      for (const { externalId, versionKey, name } of page.items)
        if (known.get(externalId) !== versionKey) changed.set(externalId, { externalId, versionKey, name });
      if (page.nextCursor === undefined) cursor = page.syncCursor;
    }
    await fetchAll(connector, [...changed.values()], signal);
    for (const { externalId, versionKey } of changed.values()) known.set(externalId, versionKey);
    return { calls: fake.requests.length - before, read: changed.size };
  }
  const first = await sync();
  if (first.read !== items) throw new Error(`${first.read} of ${items} items were found`);
  const [second, third] = [await sync(), await sync()];
  const share = `${((100 * Math.max(second.calls, third.calls)) / first.calls).toFixed(2)} %`;
  return [first.calls, second.calls, third.calls, share, second.read + third.read];
}

/** Counts the requests of every connector when nothing has changed, with pages as long as the vendor's own and without its pace. */
export async function measureResync(items: number): Promise<void> {
  const drives = await startDrives({});
  try {
    const rows: (string | number)[][] = [];
    for (const [name, drive] of Object.entries(drives)) {
      const connector = openConnector(name, {
        fetch,
        accessToken: async () => drive.fake.token,
        endpoints: drive.endpoints,
        markup: { toMarkdown: async (_form, text) => text },
        pace: async () => undefined,
        ...(drive.settings && { settings: drive.settings }),
      });
      rows.push([name, ...(await measureConnector(rememberFeeds(connector), drive, items))]);
    }
    printTable(columns, rows);
  } finally {
    await Promise.all(Object.values(drives).map(({ fake }) => fake.close()));
  }
}
