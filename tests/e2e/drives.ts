import { randomBytes } from 'node:crypto';
import { activateConnection } from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import { type Connector as ConnectorType, connectorFacts, connectors } from '@docfleet/sdk';
import { createVault } from '@docfleet/secrets';
import { type ApiClient, type ConnectorFake, connectorFakes, type DriveFake } from '@docfleet/testing';

/** A fake vendor of documents, and how a fleet is configured for it. */
export interface Drive {
  readonly fake: DriveFake;
  /** The last part of its endpoint's path. */
  readonly path: string;
  /** The namespace's configuration of the OAuth client; null where `settings` grant access. */
  readonly config: string | null;
  readonly settings?: object;
  readonly endpoints: Readonly<Record<string, string>>;
  /** Endings of the names of files, which pages do not have. */
  readonly suffix: '.txt' | '';
  /** Whether a part has to be named. */
  readonly needsIds: boolean;
}

type Drives = Readonly<Record<ConnectorType, Drive>>;

/** Pages so short that a few items fill several. */
const shortPages = { pageSize: 4 };

async function startDrive(connector: ConnectorType, given: { readonly pageSize?: number }): Promise<Drive> {
  const described: ConnectorFake = connectorFakes[connector];
  const { segment: path, config, choosing } = connectorFacts[connector];
  const fake = await described.start(given);
  const { secret = '', settings } = described.signIn ?? {};
  return {
    fake,
    path,
    config,
    ...(settings && { settings: { ...settings(fake.url), [secret]: fake.token } }),
    endpoints: described.endpoints(fake.url),
    suffix: described.hasFiles ? '.txt' : '',
    needsIds: choosing === 'IDS',
  };
}

/** Starts a fake of every vendor, with short pages unless others are given; `{}`: with its vendor's own. */
export async function startDrives(given: { readonly pageSize?: number } = shortPages): Promise<Drives> {
  const started = connectors.map(async (connector) => [connector, await startDrive(connector, given)]);
  return Object.fromEntries(await Promise.all(started)) as Drives;
}

/** The settings of a fleet that finds these vendors in place of the real ones, and whose tokens a test can write. */
export const driveEnvironment = (drives: Drives) => ({
  EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  MASTER_KEY: randomBytes(32).toString('base64'),
  CONNECTOR_ENDPOINTS: JSON.stringify(
    Object.fromEntries(Object.entries(drives).map(([name, { endpoints }]) => [name, endpoints])),
  ),
});

interface Fleet {
  readonly api: ApiClient;
  readonly database: Database;
  readonly masterKey: string;
}

/** Creates a connection of a namespace and consents for its user; returns its id. */
export async function connectDrive(
  { api, database, masterKey }: Fleet,
  { namespaceId, connector, drive }: { namespaceId: string; connector: ConnectorType; drive: Drive },
): Promise<string> {
  const client = {
    clientId: 'app',
    clientSecret: 'secret',
    ...(connector === 'GOOGLE_DRIVE' && { apiKey: 'key' }),
  };
  const { config, settings } = drive;
  if (config !== null) await api.request('PATCH', `/v1/namespaces/${namespaceId}`, { [config]: client });
  const order = { namespaceId, name: 'mine', connector, ...(settings && { settings }) };
  const { body } = await api.request<{ connection: { id: string } }>('POST', '/v1/connections', order);
  const connectionId = body.data.connection.id;
  if (settings) return connectionId;
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const tokens = { accessToken: drive.fake.token, ...lasting };
  await activateConnection(database, createVault(masterKey), { connectionId, clientId: 'app', tokens });
  return connectionId;
}
