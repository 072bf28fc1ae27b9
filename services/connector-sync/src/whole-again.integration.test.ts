import { connectorNames } from '@docfleet/connectors';
import { connectorFakes, startGoogleDriveEmulator } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDrives } from '../../../tests/e2e/drives.ts';
import { connect, context, documents, sync } from '../test/connector-sync.fixture.ts';

let drives: Awaited<ReturnType<typeof startDrives>>;
beforeAll(async () => {
  drives = await startDrives();
});
afterAll(() => Promise.all(Object.values(drives).map(({ fake }) => fake.close())));

/** Moves the last whole listing `days` days into the past. */
async function passDays(connectionId: string, days: number): Promise<void> {
  const job = await context.database.ingestJob.findFirstOrThrow({ where: { connectionId } });
  const listedAt = new Date(Date.now() - days * 86_400_000 - 1_000).toISOString();
  const syncCursor = { ...(job.syncCursor as object), listedAt };
  await context.database.ingestJob.update({ where: { id: job.id }, data: { syncCursor } });
}

const followed = connectorNames.filter((name) => connectorFakes[name].hasChangeFeed);

test.each(followed)(
  '%s is listed whole again after a week, and nothing is downloaded for that',
  async (name) => {
    const { fake, endpoints, settings, suffix } = drives[name];
    for (const item of ['a', 'b', 'c']) fake.put(`/f/${item}${suffix}`, item);
    const connectionId = await connect(name, fake, Object.values(endpoints)[0], settings && { ...settings });
    expect(await sync(connectionId)).toMatchObject({ fetched: 3 });
    expect(await sync(connectionId)).toMatchObject({ items: { found: 0 } });
    await passDays(connectionId, 6);
    expect(await sync(connectionId)).toMatchObject({ items: { found: 0 } });
    await passDays(connectionId, 7);
    expect(await sync(connectionId)).toMatchObject({ fetched: 0, items: { found: 3, unchanged: 3 } });
    expect(await sync(connectionId)).toMatchObject({ items: { found: 0 } });
  },
);

test('what a change log has left out is deleted by the next whole listing', async () => {
  const emulator = await startGoogleDriveEmulator();
  const { store, url, accessToken } = emulator;
  const connectionId = await connect('GOOGLE_DRIVE', { url, token: accessToken } as never);
  for (const id of ['a', 'b', 'c', 'd', 'e']) store.put({ id, name: id });
  await sync(connectionId);
  store.files.delete('c');
  expect(await sync(connectionId)).toMatchObject({ items: { deleted: 0 } });
  await passDays(connectionId, 8);
  expect(await sync(connectionId)).toMatchObject({ items: { deleted: 1, unchanged: 4 } });
  expect(Object.keys(await documents()).toSorted()).toEqual(['a', 'b', 'd', 'e']);
  await emulator.close();
});
