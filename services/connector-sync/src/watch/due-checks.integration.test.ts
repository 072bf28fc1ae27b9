import type { ChannelApi } from '@docfleet/connectors';
import { claimWatch } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { box, connectionId } from '../../test/box-connection.fixture.ts';
import { connect, context, log, sync } from '../../test/connector-sync.fixture.ts';
import { watchConnectionHandler } from './watch-connection.ts';

const { signal } = new AbortController();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A vendor that opens channels for a time, or refuses them. */
const vendorOf = (lifeMs: number | null, changes: Partial<ChannelApi> = {}): ChannelApi => ({
  resources: async () => ['all'],
  create: async ({ id }) => ({
    vendorId: id,
    expiresAt: lifeMs === null ? null : new Date(Date.now() + lifeMs),
  }),
  remove: async () => undefined,
  ...changes,
});

interface Opened {
  readonly asked: unknown[][];
  readonly counted: string[];
}

/** Checks the channels of a connection with a vendor; undefined: one that opens none. */
async function check(id: string, api: ChannelApi | undefined, given = signal) {
  const opened: Opened = { asked: [], counted: [] };
  const whoAmI = async (...order: unknown[]) => {
    opened.asked.push(order);
    return { accountId: 'me', name: null };
  };
  const metrics = {
    ...context.metrics,
    channelChanged: (connector: string, outcome: string) =>
      void opened.counted.push(`${connector} ${outcome}`),
  };
  const handler = watchConnectionHandler({
    ...context,
    metrics,
    settings: { ...context.settings, notificationUrl: 'https://docs.example' },
    openChannels: (account, waitTimeoutMs) => {
      expect([account.connectionId, waitTimeoutMs]).toEqual([id, 20_000]);
      return api;
    },
    openConnection: (account, waitTimeoutMs) => {
      expect([account.connectionId, waitTimeoutMs]).toEqual([id, 20_000]);
      return { ...context.openConnection(account, waitTimeoutMs), whoAmI };
    },
  });
  await handler.handle({ connectionId: id }, given);
  return opened;
}

const watchOf = (id: string) =>
  context.database.connectionWatch.findUniqueOrThrow({ where: { connectionId: id } });

/** Expects the next check to be due after `afterMs`, to a minute. */
async function expectDue(id: string, afterMs: number): Promise<void> {
  const { dueAt } = await watchOf(id);
  expect(Math.abs(dueAt.getTime() - Date.now() - afterMs)).toBeLessThan(minute);
}

const scheduled = () => sync(connectionId, { syncFrequency: 'DAILY' });
const refusing = (error: AppError) => vendorOf(hour, { resources: () => Promise.reject(error) });

test.each([
  ['a quarter before the end of a channel', vendorOf(8 * hour), 6 * hour],
  ['in a day where a channel lives for long', vendorOf(8 * day), day],
  ['in a day where a channel does not expire', vendorOf(null), day],
  ['at once where a channel has ended', vendorOf(-hour), 0],
  ['in a day where the vendor opens none', undefined, day],
  [
    'at once where there is more to be done',
    vendorOf(null, { resources: async () => Array.from({ length: 41 }, (_, number) => `folder ${number}`) }),
    0,
  ],
])('the channels of a connection are checked again %s', async (_name, api, afterMs) => {
  await scheduled();
  await check(connectionId, api);
  await expectDue(connectionId, afterMs);
  expect((await watchOf(connectionId)).problem).toBeNull();
});

test('a vendor that reports no changes is asked for nothing, and looked at again in a day', async () => {
  const bucket = await connect('S3', box);
  const { asked } = await check(bucket, vendorOf(hour));
  expect(asked).toEqual([]);
  await expectDue(bucket, day);
  expect((await watchOf(bucket)).problem).toBeNull();
});

test('whose account it is is asked once for each consent, after the channels', async () => {
  await scheduled();
  const first = await check(connectionId, vendorOf(null));
  expect(first.asked).toEqual([[signal]]);
  expect((await watchOf(connectionId)).accountId).toBe('me');
  await context.database.connectionWatch.updateMany({ data: { dueAt: new Date(0) } });
  const second = await check(connectionId, vendorOf(null));
  expect(second.asked).toEqual([]);
});

test('the address of a channel names its connector as addresses do', async () => {
  const id = await connect('GOOGLE_DRIVE', box);
  await context.database.connectionWatch.deleteMany({});
  await sync(id, { syncFrequency: 'DAILY' }).catch(() => undefined);
  await check(id, vendorOf(null));
  const [channel] = await context.database.notificationChannel.findMany({ where: { connectionId: id } });
  expect(channel?.address).toBe(
    `https://docs.example/v1/connector-notifications/google-drive/${channel?.id}`,
  );
});

test.each([
  ['away', new AppError('PROVIDER_UNAVAILABLE', 'Away'), 5 * minute],
  [
    'busy for a moment',
    new AppError('PROVIDER_RATE_LIMITED', 'Away', { details: { retryAfterMs: 1_000 } }),
    5 * minute,
  ],
  [
    'busy for long',
    new AppError('PROVIDER_RATE_LIMITED', 'Away', { details: { retryAfterMs: 3 * hour } }),
    3 * hour,
  ],
  [
    'closed to the connection',
    new AppError('ITEM_FORBIDDEN', 'Away', { details: { retryAfterMs: 1_000 } }),
    day,
  ],
])(
  'a vendor that is %s is asked again in its time, and what it said is kept',
  async (_name, error, afterMs) => {
    await scheduled();
    const { counted, asked } = await check(connectionId, refusing(error));
    await expectDue(connectionId, afterMs);
    expect((await watchOf(connectionId)).problem).toContain('Away');
    expect({ counted, asked }).toEqual({ counted: ['BOX failed'], asked: [] });
    const isSaid = (line: string) =>
      line.includes('the channels of a connection could not be checked') && line.includes(connectionId);
    expect(log.some(isSaid)).toBe(true);
  },
);

test('a channel that is refused is said with the connection until it is opened', async () => {
  await scheduled();
  const create = () => Promise.reject(new AppError('ITEM_FORBIDDEN', 'Not allowed'));
  await check(connectionId, vendorOf(null, { create }));
  expect((await watchOf(connectionId)).problem).toContain('Not allowed');
  await expectDue(connectionId, day);
});

test('a check that is stopped says why, and its claim ends by itself', async () => {
  await scheduled();
  const abort = new AbortController();
  const resources = () => {
    abort.abort('stop');
    return Promise.reject(new AppError('PROVIDER_UNAVAILABLE', 'Away'));
  };
  await expect(check(connectionId, vendorOf(hour, { resources }), abort.signal)).rejects.toBe('stop');
  expect((await watchOf(connectionId)).problem).toBeNull();
  await expectDue(connectionId, 2 * minute);
  expect(await claimWatch(context.database, connectionId)).toBeUndefined();
});

test('a job that has been tried too often leaves the check to the next one', async () => {
  const { onExhausted } = watchConnectionHandler(context);
  const error = new AppError('PROVIDER_UNAVAILABLE', 'Away');
  await expect(onExhausted({ connectionId }, error)).resolves.toBeUndefined();
});
