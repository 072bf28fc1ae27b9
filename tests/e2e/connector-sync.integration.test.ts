import { type Connector as ConnectorType, connectors } from '@docfleet/sdk';
import { createApiClient, eventually, startFleetProcess } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, search, waitForRun } from './documents.ts';
import { connectDrive, type Drive, driveEnvironment, startDrives } from './drives.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';

interface Items {
  readonly found: number;
  readonly pending: number;
  readonly searchable: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
  readonly deleted: number;
}

let drives: Awaited<ReturnType<typeof startDrives>>;
let environment: ReturnType<typeof driveEnvironment>;
let fleet: OwnFleet;
/** The fleet that took over from the one that was killed. */
let successor: Awaited<ReturnType<typeof startFleetProcess>> | undefined;
/** The vendors' scenarios, played side by side: most of each is waiting. */
const scenarios = new Map<ConnectorType, Promise<void>>();

beforeAll(async () => {
  drives = await startDrives();
  environment = driveEnvironment(drives);
  fleet = await startTestFleet({ ...environment, FLEET_PROCESSES: '2' });
  for (const connector of connectors) {
    const scenario = play(connector, drives[connector]);
    scenario.catch(() => undefined);
    scenarios.set(connector, scenario);
  }
}, 120_000);
afterAll(async () => {
  await successor?.stop();
  await fleet?.remove();
  await Promise.all(Object.values(drives).map(({ fake }) => fake.close()));
});

async function ingest(namespaceId: string, source: ConnectorType, config: object) {
  const body = { namespaceId, ingestConfig: { source, config } };
  const path = `/v1/ingest/${drives[source].path}`;
  const response = await fleet.api.request<{ ingestJobRunId: string }>('POST', path, body);
  if (response.status !== 202) throw new Error(JSON.stringify(response.body));
  const run = await waitForRun(fleet.api, namespaceId, response.body.data.ingestJobRunId, 90_000);
  expect(run).toMatchObject({ status: 'COMPLETED', errorMessage: null });
  return run as typeof run & { items: Items };
}

const rowsOf = (namespaceId: string) =>
  fleet.database.document.findMany({ where: { namespace: { name: namespaceId } }, orderBy: { name: 'asc' } });

/** Names, statuses and visible revisions of what there is. */
const stateOf = async (namespaceId: string) =>
  Object.fromEntries(
    (await rowsOf(namespaceId)).map(({ name, status, activeRevision }) => [name, [status, activeRevision]]),
  );

const topics = ['lamps', 'rivers', 'violins', 'glaciers', 'bakeries', 'satellites'];

/** First sync, search, change, deletion, a forgotten cursor, and each document read once more. */
async function play(connector: ConnectorType, drive: Drive): Promise<void> {
  const { fake, suffix, needsIds } = drive;
  const namespaceId = connector.toLowerCase();
  await createNamespace(fleet.api, namespaceId);
  const connectionId = await connectDrive(
    { ...fleet, masterKey: environment.MASTER_KEY },
    { namespaceId, connector, drive },
  );
  const ids = topics.map((topic) => fake.put(`/${topic}${suffix}`, `All that is known about ${topic}.`));
  const config = { connectionId, ...(needsIds && { externalIds: ids }) };
  const names = topics.map((topic) => topic + suffix).toSorted();
  const asBefore = (name: string, state: [string, number] = ['SUCCESS', 1]) => [name, state] as const;

  const first = await ingest(namespaceId, connector, config);
  expect(first.items).toMatchObject({ found: 6, pending: 0, searchable: 6, skipped: 0, failed: 0 });
  expect(await stateOf(namespaceId)).toEqual(Object.fromEntries(names.map((name) => asBefore(name))));
  const [hit] = await search(fleet.api, namespaceId, 'known about glaciers');
  expect(hit?.document.name).toBe(`glaciers${suffix}`);

  fake.put(`/rivers${suffix}`, 'Rivers were replaced by canals.');
  await ingest(namespaceId, connector, config);
  const changed = Object.fromEntries(
    names.map((name) => asBefore(name, ['SUCCESS', name.startsWith('rivers') ? 2 : 1])),
  );
  expect(await stateOf(namespaceId)).toEqual(changed);
  const [canals] = await search(fleet.api, namespaceId, 'replaced by canals');
  expect(canals?.content).toContain('canals');

  fake.remove(ids[2] ?? '');
  await ingest(namespaceId, connector, config);
  delete changed[`violins${suffix}`];
  const hits = await search(fleet.api, namespaceId, 'known about violins');
  expect(hits.map(({ document }) => document.name)).not.toContain(`violins${suffix}`);
  // Purged, and not merely hidden.
  await eventually(async () => expect(await stateOf(namespaceId)).toEqual(changed), 30_000);

  fake.remove(ids[3] ?? '');
  fake.expireCursors();
  await ingest(namespaceId, connector, config);
  delete changed[`glaciers${suffix}`];
  await eventually(async () => expect(await stateOf(namespaceId)).toEqual(changed), 30_000);

  const resync = { namespaceId, filterConfig: { documentConnectionIds: [connectionId] } };
  const response = await fleet.api.request('POST', '/v1/documents/resync', resync);
  expect(response.body.data).toMatchObject({ itemsQueued: 4, itemsSkipped: 0 });
  // The same bytes: nothing is embedded.
  await eventually(async () => {
    const rows = await rowsOf(namespaceId);
    expect(
      rows.every(
        ({ status, revision, activeRevision }) => status === 'SUCCESS' && revision > (activeRevision ?? 9),
      ),
    ).toBe(true);
  }, 30_000);
  expect(await stateOf(namespaceId)).toEqual(changed);
}

test.each(connectors)(
  'what %s shares is found, followed when it changes, and gone when it is deleted',
  async (connector) => {
    await scenarios.get(connector);
  },
  240_000,
);

test('a fleet that is killed in the middle of a sync loses nothing and doubles nothing', async () => {
  const drive = drives.BOX;
  const namespaceId = 'killed';
  await createNamespace(fleet.api, namespaceId);
  const connectionId = await connectDrive(
    { ...fleet, masterKey: environment.MASTER_KEY },
    { namespaceId, connector: 'BOX', drive },
  );
  // Its listing alone takes seconds, at 16 requests a second.
  const count = 60;
  for (let number = 0; number < count; number += 1) drive.fake.put(`/many/${number}.txt`, `Item ${number}.`);
  const body = { namespaceId, ingestConfig: { source: 'BOX', config: { connectionId } } };
  const response = await fleet.api.request<{ ingestJobRunId: string }>('POST', '/v1/ingest/box', body);
  const { ingestJobRunId } = response.body.data;
  const found = () => fleet.database.ingestJobRunDocument.count({ where: { ingestJobRunId } });
  await eventually(async () => expect(await found()).toBeGreaterThan(12), 30_000);
  await fleet.kill();
  const listed = await found();
  expect(listed).toBeLessThan(count);
  const { dataDirectory, databaseUrl, redisUrl } = fleet;
  successor = await startFleetProcess({
    dataDirectory,
    environment: { ...environment, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
  });
  fleet = { ...fleet, api: createApiClient(successor) };
  const run = await waitForRun(fleet.api, namespaceId, ingestJobRunId, 90_000);
  // The files of the scenario before are there as well.
  const left = (await rowsOf(namespaceId)).length;
  expect(run).toMatchObject({
    errorMessage: null,
    items: { found: left, pending: 0, searchable: left, skipped: 0, failed: 0 },
  });
  expect((await rowsOf(namespaceId)).every(({ status }) => status === 'SUCCESS')).toBe(true);
  expect(left).toBeGreaterThanOrEqual(count);
  const chunks = await fleet.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chunks JOIN documents ON documents.id = chunks."documentId"
      JOIN namespaces ON namespaces.id = documents."namespaceId" WHERE namespaces.name = ${namespaceId}`;
  expect(chunks).toEqual([{ count: left }]);
}, 240_000);
