import { createTestDatabase, eventually, type TestDatabase } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createReplicaReader, type Database, type ListReader, openDatabase } from './index.ts';

/** Two databases of one server: what stands in for a replica holds other rows, so that it is known where something was read. */
let databases: TestDatabase[];
let [primary, replica]: Database[] = [];
let lists: ListReader | undefined;
const reported: boolean[] = [];

const open = ({ url }: { url: string }) => openDatabase({ url, poolSize: 2 });
const read = () => lists?.read((database) => database.organization.findMany().then(([row]) => row?.name));

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  [primary, replica] = databases.map(open);
  await primary?.organization.create({ data: { name: 'of the primary' } });
  await replica?.organization.create({ data: { name: 'of the replica' } });
});
afterEach(() => lists?.close());
afterAll(async () => {
  await Promise.all([primary?.$disconnect(), replica?.$disconnect()]);
  await Promise.all(databases.map((database) => database.drop()));
});

function openLists(chosen: Database | undefined): void {
  lists = createReplicaReader(
    primary as Database,
    chosen as Database,
    ({ isUsed }) => void reported.push(isUsed),
  );
}

test('lists are read from the primary until the replica was seen to be at work, and then from the replica', async () => {
  openLists(replica);
  expect(await read()).toBe('of the primary');
  await eventually(async () => expect(await read()).toBe('of the replica'), 20_000);
});

test('a replica that does not answer is not missed, and what it cannot say is asked for once more', async () => {
  const unreachable = openDatabase({ url: 'postgresql://user@127.0.0.1:1/none', poolSize: 1 });
  const failing = new Proxy(replica as Database, {
    get: (target, property) =>
      property === 'organization' ? unreachable.organization : Reflect.get(target, property),
  });
  openLists(failing);
  reported.length = 0;
  await read();
  await eventually(() => expect(reported).toEqual([true]), 20_000);
  expect(await read()).toBe('of the primary');
  expect(reported).toEqual([true, false]);
  await unreachable.$disconnect();
});

test('a mistake in what is asked is no reason to ask twice', async () => {
  openLists(replica);
  reported.length = 0;
  await read();
  await eventually(() => expect(reported).toEqual([true]), 20_000);
  await expect(lists?.read((database) => database.$queryRaw`SELECT nonsense`)).rejects.toThrow('nonsense');
  expect(reported).toEqual([true]);
});
