import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { namingDamaged } from './damaged-entries.ts';
import { graphPush } from './microsoft-graph/push.ts';
import { organizationQuota } from './microsoft-graph/quota.ts';
import { oneDriveSetup, sharePointSetup } from './microsoft-graph/setup.ts';
import { oneDriveSignIns, sharePointSignIns } from './microsoft-graph/sign-in.ts';
import type { Connector, ConnectorContext } from './provider.ts';
import { openBox } from './providers/box/index.ts';
import { boxPush } from './providers/box/push.ts';
import { boxSetup } from './providers/box/setup.ts';
import { boxSignIns } from './providers/box/sign-in.ts';
import { openConfluence } from './providers/confluence/index.ts';
import { confluenceSetup } from './providers/confluence/setup.ts';
import { confluenceSignIns } from './providers/confluence/sign-in.ts';
import { openDropbox } from './providers/dropbox/index.ts';
import { dropboxPush } from './providers/dropbox/push.ts';
import { dropboxSetup } from './providers/dropbox/setup.ts';
import { dropboxSignIns } from './providers/dropbox/sign-in.ts';
import { openGoogleDrive } from './providers/google-drive/index.ts';
import { googleDrivePush } from './providers/google-drive/push.ts';
import { projectQuota } from './providers/google-drive/quota.ts';
import { googleDriveSetup } from './providers/google-drive/setup.ts';
import { googleDriveSignIns } from './providers/google-drive/sign-in.ts';
import { openNotion } from './providers/notion/index.ts';
import { notionPush } from './providers/notion/push.ts';
import { notionSetup } from './providers/notion/setup.ts';
import { notionSignIns } from './providers/notion/sign-in.ts';
import { openOneDrive } from './providers/onedrive/index.ts';
import { openS3 } from './providers/s3/index.ts';
import { s3SignIns } from './providers/s3/settings.ts';
import { s3Setup } from './providers/s3/setup.ts';
import { openSharePoint } from './providers/sharepoint/index.ts';
import type { ConnectorPush } from './push.ts';
import type { QuotaHolder, QuotaOf } from './quota.ts';
import type { ConnectorSetup } from './setup.ts';
import type { SignInMethod } from './sign-in.ts';

interface Provider {
  readonly open: (context: ConnectorContext) => Connector;
  /** Setup by an administrator. */
  readonly setup: ConnectorSetup;
  /** The ways of granting it access without a user's consent. */
  readonly signIns?: readonly SignInMethod[];
  /** Reports of changes by the vendor; connectors without them are only polled. */
  readonly push?: ConnectorPush;
  /** True: its vendor counts the requests of an application at a site together, and not those of each user. */
  readonly countsByApplication?: true;
  /** Returns the quota that several connections share at the vendor, so that all of them rest when it refuses one. */
  readonly quota?: QuotaOf;
}

/** To add a vendor: write its folder, then name it here. */
const providers = {
  BOX: { open: openBox, setup: boxSetup, signIns: boxSignIns, push: boxPush },
  CONFLUENCE: {
    open: openConfluence,
    setup: confluenceSetup,
    signIns: confluenceSignIns,
    // https://developer.atlassian.com/cloud/confluence/rate-limiting: points of an app and a site.
    countsByApplication: true,
  },
  DROPBOX: { open: openDropbox, setup: dropboxSetup, signIns: dropboxSignIns, push: dropboxPush },
  GOOGLE_DRIVE: {
    open: openGoogleDrive,
    setup: googleDriveSetup,
    signIns: googleDriveSignIns,
    push: googleDrivePush,
    quota: projectQuota,
  },
  ONEDRIVE: {
    open: openOneDrive,
    setup: oneDriveSetup,
    signIns: oneDriveSignIns,
    push: graphPush('OneDrive'),
    quota: organizationQuota,
  },
  SHAREPOINT: {
    open: openSharePoint,
    setup: sharePointSetup,
    signIns: sharePointSignIns,
    push: graphPush('SharePoint'),
    quota: organizationQuota,
  },
  NOTION: {
    open: openNotion,
    setup: notionSetup,
    signIns: notionSignIns,
    push: notionPush,
  },
  S3: { open: openS3, setup: s3Setup, signIns: s3SignIns },
} as const satisfies Record<string, Provider>;

/** The connectors that can be opened. */
export type ConnectorName = keyof typeof providers;
export const connectorNames = Object.keys(providers) as readonly ConnectorName[];

/** Tests whether a stored name is that of a connector which this version has. */
const isConnector = (name: string): name is ConnectorName => Object.hasOwn(providers, name);

/** Throws INVALID_REQUEST for a connection that a version with more connectors has stored. */
function providerOf(name: string): Provider {
  if (isConnector(name)) return providers[name];
  throw new AppError('INVALID_REQUEST', `This version has no connector ${name}`);
}

/** Opens the connector for one connection; damaged entries of its vendor's lists are named, and cost no others. */
export function openConnector(name: string, context: ConnectorContext): Connector {
  const connector = providerOf(name).open(context);
  return { ...connector, list: (...order) => namingDamaged(() => connector.list(...order)) };
}

/** The ways of granting a connection access without a user's consent. */
export const signInMethodsOf = (name: string): readonly SignInMethod[] => providerOf(name).signIns ?? [];

const named = z.object({ method: z.unknown() });

/** The method that settings name, or the first one; undefined where there is none, or none of that name. */
export function signInMethodOf(name: string, settings: unknown): SignInMethod | undefined {
  const method = named.safeParse(settings).data?.method;
  const methods = signInMethodsOf(name);
  return method === undefined ? methods[0] : methods.find((one) => one.method === method);
}

/** Returns the setup of a connector for an administrator. */
export const connectorSetupOf = (name: string): ConnectorSetup => providerOf(name).setup;

/** Tests whether a vendor counts the requests of an application at a site together: then its connections there share one pace. */
export const countsByApplication = (name: string): boolean => providerOf(name).countsByApplication === true;

/** Names the quota that a connection shares with others; undefined where it has one of its own. */
export const quotaOf = async (name: string, holder: QuotaHolder): Promise<string | undefined> =>
  providerOf(name).quota?.(holder);

/** Push definitions by connector; connectors without one are only polled. */
export const connectorPush: Readonly<Record<string, ConnectorPush | undefined>> = Object.fromEntries(
  connectorNames.flatMap((name) => {
    const { push } = providerOf(name);
    return push ? [[name, push] as const] : [];
  }),
);
