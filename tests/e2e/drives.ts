import { randomBytes } from 'node:crypto';
import { activateConnection } from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import type { Connector as ConnectorType } from '@docfleet/sdk';
import { createVault } from '@docfleet/secrets';
import {
  type ApiClient,
  type DriveFake,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDropboxFake,
  startGithubFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
} from '@docfleet/testing';

/** A fake vendor of documents, and how a fleet is configured for it. */
export interface Drive {
  readonly fake: DriveFake;
  /** The last part of its endpoint's path. */
  readonly path: string;
  /** The namespace's configuration of the OAuth client; null where `settings` grant access. */
  readonly config: string | null;
  readonly settings?: object;
  readonly endpoints: Readonly<Record<string, string>>;
  /** What files are called there, and pages are not. */
  readonly suffix: '.txt' | '';
  /** Whether a part has to be named. */
  readonly needsIds: boolean;
}

type Drives = Readonly<Record<ConnectorType, Drive>>;

const files = { suffix: '.txt', needsIds: false } as const;
const pages = { suffix: '', needsIds: false } as const;
/** So short that a few items fill several. */
const shortPages = { pageSize: 4 };

/** Starts a fake of every vendor, with short pages unless others are given; `{}`: with its vendor's own. */
export async function startDrives(given: { readonly pageSize?: number } = shortPages): Promise<Drives> {
  const [notion, google, dropbox, onedrive, sharepoint, box, confluence, bucket, github] = await Promise.all([
    startNotionFake(given),
    startGoogleDriveFake(given),
    startDropboxFake(given),
    startGraphFake(given),
    startGraphFake({ ...given, site: 'example.sharepoint.com,guid,guid' }),
    startBoxFake(given),
    startConfluenceFake(given),
    startBucketFake(given),
    startGithubFake(given),
  ]);
  const api = ({ url }: DriveFake) => ({ api: url });
  return {
    NOTION: { fake: notion, path: 'notion', config: 'notionConfig', endpoints: api(notion), ...pages },
    GOOGLE_DRIVE: {
      fake: google,
      path: 'google-drive',
      config: 'googleDriveConfig',
      ...files,
      endpoints: { api: google.url, export: google.url },
    },
    DROPBOX: {
      fake: dropbox,
      path: 'dropbox',
      config: 'dropboxConfig',
      ...files,
      endpoints: { api: dropbox.url, content: dropbox.url },
    },
    ONEDRIVE: {
      fake: onedrive,
      path: 'onedrive',
      config: 'onedriveConfig',
      endpoints: api(onedrive),
      ...files,
    },
    SHAREPOINT: {
      fake: sharepoint,
      path: 'sharepoint',
      config: 'sharepointConfig',
      ...files,
      endpoints: api(sharepoint),
    },
    BOX: { fake: box, path: 'box', config: 'boxConfig', endpoints: { api: `${box.url}/2.0` }, ...files },
    CONFLUENCE: {
      fake: confluence,
      path: 'confluence',
      config: 'confluenceConfig',
      ...pages,
      needsIds: true,
      endpoints: api(confluence),
    },
    GITHUB: {
      fake: github,
      path: 'github',
      config: null,
      endpoints: api(github),
      ...files,
      settings: { token: github.token },
    },
    S3: {
      fake: bucket,
      path: 's3',
      config: null,
      endpoints: {},
      ...files,
      settings: {
        endpoint: bucket.url,
        region: 'eu-central-1',
        bucket: bucket.bucket,
        accessKeyId: bucket.accessKeyId,
        secretAccessKey: bucket.token,
      },
    },
  };
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
