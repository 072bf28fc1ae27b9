import type { z } from 'zod';
import { graphPush } from './microsoft-graph/push.ts';
import type { Connector, ConnectorContext } from './provider.ts';
import { openBox } from './providers/box/index.ts';
import { boxPush } from './providers/box/push.ts';
import { openConfluence } from './providers/confluence/index.ts';
import { openDropbox } from './providers/dropbox/index.ts';
import { dropboxPush } from './providers/dropbox/push.ts';
import { openGoogleDrive } from './providers/google-drive/index.ts';
import { googleDrivePush } from './providers/google-drive/push.ts';
import { openNotion } from './providers/notion/index.ts';
import { notionPush } from './providers/notion/push.ts';
import { openOneDrive } from './providers/onedrive/index.ts';
import { openS3 } from './providers/s3/index.ts';
import { s3Settings } from './providers/s3/settings.ts';
import { openSharePoint } from './providers/sharepoint/index.ts';
import type { ConnectorPush } from './push.ts';

/** To add a vendor: write its folder, then name it here, as the database names the connector. */
const providers = {
  BOX: openBox,
  CONFLUENCE: openConfluence,
  DROPBOX: openDropbox,
  GOOGLE_DRIVE: openGoogleDrive,
  ONEDRIVE: openOneDrive,
  SHAREPOINT: openSharePoint,
  NOTION: openNotion,
  S3: openS3,
} as const satisfies Record<string, (context: ConnectorContext) => Connector>;

/** The connectors that can be opened. */
export type ConnectorName = keyof typeof providers;
export const connectorNames = Object.keys(providers) as readonly ConnectorName[];

/** Connectors whose changes name nothing that is gone: each of their syncs has to be a whole listing. */
export const connectorsBlindToDeletions: readonly ConnectorName[] = ['NOTION'];

/** Opens the connector for one connection. */
export function openConnector(name: ConnectorName, context: ConnectorContext): Connector {
  return providers[name](context);
}

/** What is entered in place of a consent, and which field of it is the secret that is kept as the connection's token. */
export interface ConnectorAccess {
  readonly label: string;
  readonly schema: z.ZodObject;
  readonly secret: string;
}

/** The connectors that are given access by their settings. */
export const connectorAccess: Readonly<Partial<Record<ConnectorName, ConnectorAccess>>> = {
  S3: { label: 'S3 bucket', schema: s3Settings, secret: 'secretAccessKey' },
};

/** The connectors whose vendors report changes; the others are polled alone. */
export const connectorPush: Readonly<Partial<Record<ConnectorName, ConnectorPush>>> = {
  BOX: boxPush,
  DROPBOX: dropboxPush,
  GOOGLE_DRIVE: googleDrivePush,
  NOTION: notionPush,
  ONEDRIVE: graphPush('OneDrive'),
  SHAREPOINT: graphPush('SharePoint'),
};
