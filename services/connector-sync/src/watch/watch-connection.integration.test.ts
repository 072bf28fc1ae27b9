import {
  claimWatch,
  endWatch,
  findDueWatches,
  makeWatchDue,
  requestRenewal,
  requestSync,
  revokeConnection,
} from '@docfleet/domain/connection';
import { runRequestedJobs } from '@docfleet/domain/ingest';
import {
  eventually,
  type GraphFake,
  startGoogleDriveFake,
  startGraphFake,
  startStubServer,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { authorize, connect, context, list, sync } from '../../test/connector-sync.fixture.ts';
import { watchConnectionHandler } from './watch-connection.ts';

type GoogleFake = Awaited<ReturnType<typeof startGoogleDriveFake>>;
let google: GoogleFake;
let graph: GraphFake;
let gateway: Awaited<ReturnType<typeof startStubServer>>;
beforeAll(async () => {
  [google, graph] = await Promise.all([startGoogleDriveFake(), startGraphFake()]);
  gateway = await startStubServer(({ query }) => ({ body: query.get('validationToken') ?? '' }));
});
afterAll(() => Promise.all([google.close(), graph.close(), gateway.close()]));

const signal = new AbortController().signal;
const withUrl = (notificationUrl: string | undefined) => ({
  ...context,
  settings: { ...context.settings, notificationUrl },
});

/** Makes the check of a connection due, and does it. */
async function check(connectionId: string, notificationUrl: string | null = gateway.url): Promise<void> {
  const { database } = context;
  await database.connectionWatch.updateMany({ where: { connectionId }, data: { dueAt: new Date(0) } });
  await watchConnectionHandler(withUrl(notificationUrl ?? undefined)).handle({ connectionId }, signal);
}

const channelsOf = (connectionId: string) =>
  context.database.notificationChannel.findMany({ where: { connectionId }, orderBy: { openedAt: 'asc' } });
const watchOf = (connectionId: string) =>
  context.database.connectionWatch.findUniqueOrThrow({ where: { connectionId } });

async function connectGoogle(): Promise<string> {
  const connectionId = await connect('GOOGLE_DRIVE', google);
  google.put('/a.txt', 'a');
  await sync(connectionId, { syncFrequency: 'DAILY' });
  return connectionId;
}

test('a channel is created once, sealed, and replaced in the last quarter of its life', async () => {
  const connectionId = await connectGoogle();
  await check(connectionId);
  await check(connectionId);
  const [channel, ...others] = await channelsOf(connectionId);
  expect(others).toEqual([]);
  expect(channel?.address).toBe(`${gateway.url}/v1/connector-notifications/google-drive/${channel?.id}`);
  expect(google.push.addresses.has(channel?.id ?? '')).toBe(true);
  const token = google.requests.findLast(({ path }) => path.endsWith('/changes/watch'))?.json as {
    token: string;
  };
  expect(Buffer.from(channel?.sealedSecret ?? []).toString('latin1')).not.toContain(token.token);
  const [openedAt, expiresAt] = [new Date(Date.now() - 6 * 86_400_000), new Date(Date.now() + 86_400_000)];
  await context.database.notificationChannel.updateMany({
    where: { connectionId },
    data: { openedAt, expiresAt },
  });
  await check(connectionId);
  const [next, ...rest] = await channelsOf(connectionId);
  expect(rest).toEqual([]);
  expect(next?.id).not.toBe(channel?.id);
  expect([google.push.addresses.has(channel?.id ?? ''), google.push.addresses.has(next?.id ?? '')]).toEqual([
    false,
    true,
  ]);
});

test('a channel whose creation was cut off by a kill is replaced, and its row is gone', async () => {
  const connectionId = await connectGoogle();
  await check(connectionId);
  const [channel] = await channelsOf(connectionId);
  // The vendor has it, and no row says so.
  await context.database.notificationChannel.updateMany({
    where: { connectionId },
    data: { vendorId: null },
  });
  await check(connectionId);
  const [next, ...others] = await channelsOf(connectionId);
  expect(others).toEqual([]);
  expect(next).toMatchObject({ vendorId: 'resource-of-user' });
  expect(next?.id).not.toBe(channel?.id);
});

test('two checks at once make one set of channels', async () => {
  const connectionId = await connectGoogle();
  const handler = watchConnectionHandler(withUrl(gateway.url));
  await Promise.all([1, 2, 3].map(() => handler.handle({ connectionId }, signal)));
  expect(await channelsOf(connectionId)).toHaveLength(1);
});

test('channels end when the setting is removed, when no job has a schedule, and with the connection', async () => {
  const { database, vault } = context;
  const connectionId = await connectGoogle();
  const isDue = async (isWanted: boolean) => {
    await database.connectionWatch.updateMany({ where: { connectionId }, data: { dueAt: new Date(0) } });
    const jobs = await findDueWatches(database, { isWanted });
    return jobs.some(({ payload }) => JSON.stringify(payload).includes(connectionId));
  };
  await check(connectionId);
  expect(await isDue(false)).toBe(true);
  await check(connectionId, null);
  const count = async () => [(await channelsOf(connectionId)).length, await isDue(false)];
  expect(await count()).toEqual([0, false]);
  await check(connectionId);
  await database.ingestJob.updateMany({ where: { connectionId }, data: { syncFrequency: 'NEVER' } });
  await check(connectionId);
  expect(await count()).toEqual([0, false]);
  await database.ingestJob.updateMany({ where: { connectionId }, data: { syncFrequency: 'DAILY' } });
  await check(connectionId);
  expect((await count())[0]).toBe(1);
  const { organizationId } = await database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  const revoked = await revokeConnection(database, vault, { organizationId, apiKeyId: null }, connectionId);
  expect(revoked?.channels).toHaveLength(1);
  expect(await channelsOf(connectionId)).toEqual([]);
  await watchConnectionHandler(withUrl(gateway.url)).handle({ connectionId }, signal);
  expect(await channelsOf(connectionId)).toEqual([]);
});

test('a check that is asked for while one runs follows it', async () => {
  const { database } = context;
  const connectionId = await connectGoogle();
  const isDue = async () => {
    const jobs = await findDueWatches(database, { isWanted: true });
    return jobs.some(({ payload }) => JSON.stringify(payload).includes(connectionId));
  };
  // Many times: the moments lie within a millisecond of each other.
  for (let round = 0; round < 50; round += 1) {
    await claimWatch(database, connectionId);
    expect(await isDue()).toBe(false);
    // A listing has ended, and found drives that the check does not know.
    await makeWatchDue(database, connectionId);
    await endWatch(database, connectionId, { dueInMs: 60_000, problem: null });
    expect(await isDue()).toBe(true);
  }
  await check(connectionId);
  expect(await isDue()).toBe(false);
});

test('a check that outlasts its claim is due when it says, and not at once', async () => {
  const { database } = context;
  const connectionId = await connectGoogle();
  await claimWatch(database, connectionId);
  await database.connectionWatch.update({
    where: { connectionId },
    data: { dueAt: new Date(Date.now() - 1_000) },
  });
  await endWatch(database, connectionId, { dueInMs: 300_000, problem: 'The vendor is away' });
  expect((await watchOf(connectionId)).dueAt.getTime()).toBeGreaterThan(Date.now() + 200_000);
});

test('another consent replaces the channels of the previous account', async () => {
  const connectionId = await connectGoogle();
  await check(connectionId);
  const [before] = await channelsOf(connectionId);
  await authorize(connectionId, google);
  await watchConnectionHandler(withUrl(gateway.url)).handle({ connectionId }, signal);
  const [after, ...others] = await channelsOf(connectionId);
  expect(others).toEqual([]);
  expect(after?.id).not.toBe(before?.id);
});

test('a vendor that refuses channels is named with its reason, and the connection stays as it was', async () => {
  const connectionId = await connect('ONEDRIVE', graph);
  graph.put('/a.txt', 'a');
  await sync(connectionId, { syncFrequency: 'DAILY' });
  graph.maySubscribe = false;
  await check(connectionId);
  graph.maySubscribe = true;
  expect(await channelsOf(connectionId)).toEqual([]);
  expect((await watchOf(connectionId)).problem).toContain('Insufficient privileges');
  const { status } = await context.database.connection.findUniqueOrThrow({ where: { id: connectionId } });
  expect(status).toBe('ACTIVE');
  await check(connectionId);
  expect((await watchOf(connectionId)).problem).toBeNull();
  const [channel] = await channelsOf(connectionId);
  expect([...graph.push.addresses.values()]).toEqual([channel?.address]);
});

test('a channel whose vendor asks for its renewal is renewed by the next check, long before its time', async () => {
  const connectionId = await connect('ONEDRIVE', graph);
  graph.put('/b.txt', 'b');
  await sync(connectionId, { syncFrequency: 'DAILY' });
  await check(connectionId);
  const [channel] = await channelsOf(connectionId);
  await graph.push.report('reauthorizationRequired');
  expect(await graph.push.deliver({ always: true })).toEqual([]);
  const { connector, id } = channel!;
  await requestRenewal(context.database, { connector, id, connectionId });
  await watchConnectionHandler(withUrl(gateway.url)).handle({ connectionId }, signal);
  const [renewed, ...others] = await channelsOf(connectionId);
  expect([renewed?.id, others]).toEqual([id, []]);
  expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 20 * 86_400_000);
  expect(await graph.push.deliver({ always: true })).toEqual([200]);
});

test('a vendor that is down is asked again in minutes; a renewal it knows nothing of makes a new channel', async () => {
  const connectionId = await connect('ONEDRIVE', graph);
  await sync(connectionId, { syncFrequency: 'DAILY' });
  await check(connectionId);
  const [before] = await channelsOf(connectionId);
  await graph.push.report('subscriptionRemoved');
  await context.database.notificationChannel.updateMany({
    where: { connectionId },
    data: { openedAt: new Date(0), expiresAt: new Date(Date.now() + 1_000) },
  });
  graph.fault = () => ({ kind: 'status', status: 503 });
  await check(connectionId);
  graph.fault = undefined;
  const { dueAt, problem } = await watchOf(connectionId);
  expect(problem).not.toBeNull();
  expect(dueAt.getTime()).toBeLessThan(Date.now() + 600_000);
  expect((await channelsOf(connectionId))[0]?.id).toBe(before?.id);
  await check(connectionId);
  const [after, ...others] = await channelsOf(connectionId);
  expect(others).toEqual([]);
  expect(after?.vendorId).not.toBe(before?.vendorId);
});

async function startRequested(): Promise<string[]> {
  const ids: string[] = [];
  for await (const jobs of runRequestedJobs(context.database))
    for (const { payload } of jobs) ids.push(JSON.stringify(payload));
  return ids;
}

test('a hundred requests start one run, one more those that come while it runs, and none a job without a schedule', async () => {
  const { database } = context;
  const connectionId = await connectGoogle();
  const runs = () =>
    database.ingestJobRun.findMany({ where: { job: { connectionId } }, orderBy: { id: 'desc' } });
  const burst = async () =>
    (await Promise.all(Array.from({ length: 100 }, () => requestSync(database, { connectionId })))).reduce(
      (a, b) => a + b,
    );
  // The first sync ended a moment ago: its job rests.
  expect(await burst()).toBe(1);
  expect(await startRequested()).toEqual([]);
  const rested = new Date(Date.now() - 120_000);
  await database.ingestJobRun.updateMany({
    where: { job: { connectionId } },
    data: { createdAt: rested, updatedAt: rested },
  });
  expect(await startRequested()).toHaveLength(1);
  expect(await runs()).toHaveLength(2);
  // It runs: another burst waits for its end.
  expect(await burst()).toBe(1);
  expect(await startRequested()).toEqual([]);
  const [running] = await runs();
  await list(running?.id ?? '');
  await eventually(async () => expect((await runs())[0]?.status).toBe('COMPLETED'));
  await database.ingestJobRun.updateMany({
    where: { job: { connectionId } },
    data: { createdAt: rested, updatedAt: rested },
  });
  expect(await startRequested()).toHaveLength(1);
  expect(await startRequested()).toEqual([]);
  expect(await runs()).toHaveLength(3);
  expect((await runs()).map(({ scheduledFor }) => scheduledFor)).toEqual([null, null, null]);
  await database.ingestJob.updateMany({ where: { connectionId }, data: { syncFrequency: 'NEVER' } });
  expect(await burst()).toBe(0);
});
