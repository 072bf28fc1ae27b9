import { type BoxFake, startBoxFake } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  ask,
  authorize,
  connect,
  context,
  embedAll,
  fetchAll,
  list,
  runOf,
  sync,
} from '../test/connector-sync.fixture.ts';

let box: BoxFake;
beforeAll(async () => {
  box = await startBoxFake({ pageSize: 250 });
});
afterAll(() => box.close());

/** Listed in full again and again, until the vendor's troubles are over. */
async function listThrough(run: string, connectionId: string): Promise<number> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await list(run);
      return attempts;
    } catch {
      await context.cache.run("return redis.call('DEL', KEYS[1])", `connection-pace:${connectionId}`, []);
    }
  }
}

const sumOf = (items: NonNullable<Awaited<ReturnType<typeof runOf>>['items']>) =>
  items.pending + items.searchable + items.unchanged + items.skipped + items.failed + items.deleted;

beforeEach(() => {
  box.fault = undefined;
});

const seed = Number(process.env['SEED'] ?? Date.now() % 100_000);

test(`an account of 10,000 items adds up, whatever goes wrong while it is listed (seed ${seed})`, async () => {
  const connectionId = await connect('BOX', box, `${box.url}/2.0`);
  const counts = { text: 0, film: 0, large: 0, link: 0 };
  for (let number = 0; number < 10_000; number += 1) {
    const kind =
      number % 10 === 3 ? 'film' : number % 10 === 7 ? 'link' : number % 100 === 5 ? 'large' : 'text';
    counts[kind] += 1;
    if (kind === 'link') box.putUnsupported(`/link ${number}`);
    else if (kind === 'large') box.put(`/f${number % 20}/${number}.txt`, new Uint8Array(1_000_001));
    else box.put(`/f${number % 20}/${number}.${kind === 'film' ? 'mp4' : 'txt'}`, 'x');
  }
  let random = seed;
  box.fault = ({ path }) => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    if (!path.includes('/folders/') || random % 100 >= 15) return undefined;
    return random % 2 === 0 ? { kind: 'cut' } : { kind: 'status', status: 503 };
  };
  const run = await ask(connectionId);
  expect(await listThrough(run, connectionId)).toBeGreaterThan(3);
  const { items, status } = await runOf(run);
  expect(status).not.toMatch(/FAILED|ERRORS/);
  expect(items).toMatchObject({
    found: 10_000,
    pending: counts.text,
    failed: counts.large,
    skipped: counts.film + counts.link,
    searchable: 0,
    unchanged: 0,
    deleted: 0,
  });
  expect(sumOf(items!)).toBe(10_000);
  // Nothing of it was counted twice by what was tried again.
  expect(await context.database.document.count({ where: { connectionId } })).toBe(counts.text + counts.large);
}, 300_000);

test('each part is filled by what becomes of an item, and found is their sum', async () => {
  const own = await startBoxFake({ pageSize: 3 });
  try {
    const connectionId = await connect('BOX', own, `${own.url}/2.0`);
    const gone = own.put('/gone.txt', 'gone');
    for (const name of ['same', 'changed', 'bad']) own.put(`/${name}.txt`, name);
    await sync(connectionId);
    own.remove(gone);
    own.put('/changed.txt', 'now changed');
    const bad = own.put('/bad.txt', 'worse');
    own.put('/film.mp4', 'film');
    own.fault = ({ path }) =>
      path === `/2.0/files/${bad}/content` ? { kind: 'status', status: 403 } : undefined;
    await authorize(connectionId, own);
    const run = await ask(connectionId);
    await list(run);
    await fetchAll();
    await embedAll();
    const { items } = await runOf(run);
    expect(items).toMatchObject({
      found: 5,
      pending: 0,
      searchable: 1,
      unchanged: 1,
      skipped: 1,
      failed: 1,
      deleted: 1,
    });
    expect(items?.reasons.map(({ part }) => part).toSorted()).toEqual(['deleted', 'failed', 'skipped']);
  } finally {
    await own.close();
  }
});
