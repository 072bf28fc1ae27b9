import { connectorNames } from '@docfleet/connectors';
import { casesOf, connectorFakes, createSeededRandom, testSeed, type VendorFault } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Drive, startDrives } from '../../../tests/e2e/drives.ts';
import {
  ask,
  connect,
  context,
  list,
  namespace,
  runOf,
  workThrough,
} from '../test/connector-sync.fixture.ts';

/** `ACCOUNT_ITEMS=10000` with TEST_CASES=all is minutes for each connector. */
const items = casesOf(Number(process.env['ACCOUNT_ITEMS'] ?? 1_000), 60);
const seed = testSeed();
let drives: Awaited<ReturnType<typeof startDrives>>;
beforeAll(async () => {
  drives = await startDrives({ pageSize: Math.max(5, Math.ceil(items / 40)) });
  // Rate limits are off: the counts do not depend on them, and Notion alone would take an hour.
  Object.assign(context.cache, { run: async () => '0' });
});
afterAll(() => Promise.all(Object.values(drives).map(({ fake }) => fake.close())));

const troubles: readonly VendorFault[] = [
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'cut' },
  { kind: 'truncated' },
];

const selectionOf = ({ needsIds }: Drive) => needsIds && { externalIds: ['space:ENG'] };
const settingsOf = ({ settings }: Drive) => settings && { ...settings };

/** Users of the vendor who edit something while it is listed, and a vendor that is in trouble one time in eight. */
function trouble({ fake }: Drive, random: () => number, edit: () => void): void {
  let requests = 0;
  fake.fault = () => {
    requests += 1;
    if (random() < 0.1) edit();
    if (random() < 0.005) fake.expireCursors();
    return requests === 2 || random() < 0.12 ? troubles[Math.floor(random() * troubles.length)] : undefined;
  };
}

/** Lists again and again until the vendor's troubles are over; returns how often. */
async function listThrough(run: string): Promise<number> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await list(run);
      return attempts;
    } catch {
      // As the queue does, which waits in between.
    }
  }
}

async function syncThrough(connectionId: string, drive: Drive, random: () => number, edit: () => void) {
  const run = await ask(connectionId, { config: { connectionId, ...selectionOf(drive) } });
  trouble(drive, random, edit);
  const attempts = await listThrough(run);
  const { fake } = drive;
  // An item of which the vendor says that it may not be read fails alone.
  const { fault } = fake;
  fake.fault = (request) => (random() < 0.01 ? { kind: 'status', status: 403 } : fault?.(request));
  await workThrough();
  fake.fault = undefined;
  const { items: account } = await runOf(run);
  if (!account) throw new Error('A run of a connection has an account');
  return { account, attempts };
}

const living = async () => {
  const where = { namespaceId: namespace.id, liveKey: { not: null } };
  const rows = await context.database.document.findMany({ where, select: { externalId: true } });
  return rows.map(({ externalId }) => externalId).toSorted();
};

test.each(connectorNames)(
  `an account of ${items} items adds up at %s, whatever goes wrong (seed ${seed})`,
  async (name) => {
    const drive = drives[name];
    const { fake, suffix } = drive;
    const random = createSeededRandom(seed);
    const unsupported = connectorFakes[name].skips ? Math.floor(items / 10) : 0;
    const ids: string[] = [];
    const pathOf = (number: number) => `/f${number % 20}/${number}${suffix}`;
    for (let number = 0; number < items - unsupported; number += 1)
      ids.push(fake.put(pathOf(number), `item ${number}`));
    for (let number = 0; number < unsupported; number += 1) fake.putUnsupported(`/strange ${number}`);
    const api = Object.values(drive.endpoints)[0];
    const connectionId = await connect(name, fake, api, settingsOf(drive));
    let edition = 0;
    const edit = () => {
      edition += 1;
      const number = Math.floor(random() * ids.length);
      fake.put(pathOf(number), `item ${number} in edition ${edition}`);
    };

    const first = await syncThrough(connectionId, drive, random, edit);
    expect(first.attempts).toBeGreaterThan(1);
    expect(first.account).toMatchObject({ found: items, pending: 0, unchanged: 0, deleted: 0 });
    expect(first.account.skipped).toBe(unsupported);
    expect(first.account.failed).toBeLessThan(ids.length / 3);
    expect(await living()).toEqual(ids.toSorted());

    const gone = ids.splice(0, Math.ceil(ids.length / 20));
    for (const id of gone) fake.remove(id);
    const added = Array.from({ length: 7 }, (_, number) => fake.put(`/added ${number}${suffix}`, 'new'));
    const none = () => undefined;
    const { account } = await syncThrough(connectionId, drive, random, none);
    expect(account).toMatchObject({ pending: 0, deleted: gone.length });
    expect(account.searchable + account.failed).toBeGreaterThanOrEqual(added.length);
    // A whole listing comes upon everything, a list of changes upon some of it.
    expect(account.found).toBeLessThanOrEqual(items + added.length);
    expect(await living()).toEqual([...ids, ...added].toSorted());
  },
  600_000,
);
