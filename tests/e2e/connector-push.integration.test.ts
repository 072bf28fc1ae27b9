import type { Connector as ConnectorType } from '@docfleet/sdk';
import {
  boxSignatureKeys,
  type DropboxFake,
  eventually,
  type NotionFake,
  reserveFreePort,
  type VendorPush,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, search, waitForRun } from './documents.ts';
import { connectDrive, type Drive, driveEnvironment, startDrives } from './drives.ts';
import { type OwnFleet, startTestFleet } from './test-fleet.ts';

/** How long a change may take to be found once the vendor has reported it. */
const withinMs = 10_000;

type Pushing = Drive['fake'] & { readonly push: VendorPush };
interface NotificationState {
  readonly connector: ConnectorType;
  readonly address: string | null;
  readonly verificationToken: string | null;
  readonly channels: number;
}

let drives: Awaited<ReturnType<typeof startDrives>>;
let fleet: OwnFleet;
let environment: ReturnType<typeof driveEnvironment>;
beforeAll(async () => {
  drives = await startDrives();
  const port = String(await reserveFreePort());
  environment = driveEnvironment(drives);
  const NOTIFICATION_URL = `http://127.0.0.1:${port}`;
  fleet = await startTestFleet({ ...environment, PORT: port, NOTIFICATION_URL });
}, 120_000);
afterAll(async () => {
  await fleet?.remove();
  await Promise.all(Object.values(drives).map(({ fake }) => fake.close()));
});

async function stateOf(namespaceId: string, connector: ConnectorType): Promise<NotificationState> {
  const path = `/v1/namespaces/${namespaceId}/notifications`;
  const { body } = await fleet.api.request<{ connectors: NotificationState[] }>('GET', path);
  const found = body.data.connectors.find((state) => state.connector === connector);
  if (!found) throw new Error(`${connector} reports no changes`);
  return found;
}

/** Registers the address by hand, as an administrator does. */
async function register(namespaceId: string, connector: ConnectorType, fake: Pushing): Promise<void> {
  const { address } = await stateOf(namespaceId, connector);
  if (connector === 'DROPBOX') {
    const { push } = fake as Pushing & DropboxFake;
    push.appSecret = 'secret';
    await push.register(address ?? '');
  }
  if (connector === 'NOTION') {
    const { push } = fake as Pushing & NotionFake;
    await push.register(address ?? '');
    push.prove((await stateOf(namespaceId, connector)).verificationToken ?? '');
  }
}

const runsOf = (connectionId: string) =>
  fleet.database.ingestJobRun.count({ where: { job: { connectionId } } });

const endedRuns = (connectionId: string) =>
  fleet.database.ingestJobRun.count({ where: { job: { connectionId }, status: 'COMPLETED' } });

test.each<ConnectorType>(['GOOGLE_DRIVE', 'ONEDRIVE', 'SHAREPOINT', 'BOX', 'DROPBOX', 'NOTION'])(
  'a change that %s reports is found within 10 s, without a schedule that is due',
  async (connector) => {
    const drive = drives[connector];
    const fake = drive.fake as Pushing;
    const namespaceId = `push-${connector.toLowerCase().replace('_', '-')}`;
    await createNamespace(fleet.api, namespaceId);
    const order = { namespaceId, connector, drive };
    const connectionId = await connectDrive({ ...fleet, masterKey: environment.MASTER_KEY }, order);
    if (connector === 'BOX') {
      const client = { clientId: 'app', clientSecret: 'secret', signatureKeys: boxSignatureKeys };
      await fleet.api.request('PATCH', `/v1/namespaces/${namespaceId}`, { boxConfig: client });
    }
    const path = connector === 'NOTION' ? '/lamps' : `/shared/lamps${drive.suffix}`;
    fake.put(path, 'Lamps emit light.');
    const body = {
      namespaceId,
      ingestConfig: { source: connector, config: { connectionId } },
      syncFrequency: 'MONTHLY',
    };
    const accepted = await fleet.api.request<{ ingestJobRunId: string }>(
      'POST',
      `/v1/ingest/${drive.path}`,
      body,
    );
    await waitForRun(fleet.api, namespaceId, accepted.body.data.ingestJobRunId, 60_000);
    await register(namespaceId, connector, fake);
    await eventually(async () => expect(fake.push.addresses.size).toBeGreaterThan(0), 20_000);
    // The channels were opened after what there is.
    await fake.push.deliver({ always: true });
    await eventually(async () => expect(await endedRuns(connectionId)).toBe(2), 30_000);

    fake.put(path, 'Canals were dug where lamps stood.');
    const statuses = await fake.push.deliver({ times: 100, always: true });
    expect(new Set(statuses)).toEqual(new Set([200]));
    const reportedAt = Date.now();
    await eventually(async () => {
      const [hit] = await search(fleet.api, namespaceId, 'canals were dug');
      expect(hit?.content).toContain('Canals');
    }, 30_000);
    const took = Date.now() - reportedAt;
    process.stdout.write(`${connector}: found ${took} ms after the notification\n`);
    expect(took).toBeLessThan(withinMs);
    // A hundred notifications: one sync, and one more at most for those that came while it ran.
    expect(await runsOf(connectionId)).toBeLessThanOrEqual(4);

    await fleet.api.request('DELETE', `/v1/connections/${connectionId}?namespaceId=${namespaceId}`);
    if (connector !== 'DROPBOX' && connector !== 'NOTION') expect(fake.push.addresses.size).toBe(0);
    expect((await stateOf(namespaceId, connector)).channels).toBe(0);
  },
  120_000,
);
