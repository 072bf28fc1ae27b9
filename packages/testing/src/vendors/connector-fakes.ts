import { bucketList, githubList, jsonList, type VendorLists } from './answered-list.ts';
import { startBoxFake } from './box/start-box-fake.ts';
import { startConfluenceFake } from './confluence/start-confluence-fake.ts';
import type { DriveFake } from './drive-fake.ts';
import { startDropboxFake } from './dropbox/start-dropbox-fake.ts';
import { startGithubFake } from './github/start-github-fake.ts';
import { startGoogleDriveFake } from './google-drive/google-drive-fake.ts';
import { startGraphFake } from './graph/graph-fake.ts';
import { startNotionFake } from './notion/start-notion-fake.ts';
import { startBucketFake } from './s3/start-bucket-fake.ts';

/** Fake of a connector's vendor, and how connections are made with it. */
export interface ConnectorFake {
  start(options: { readonly pageSize?: number }): Promise<DriveFake>;
  /** Addresses that stand for the vendor's. */
  endpoints(url: string): Readonly<Record<string, string>>;
  /** Settings in place of a consent, as they are stored; `secret` is their field for the token. */
  readonly signIn?: { readonly secret: string; settings(url: string): Readonly<Record<string, unknown>> };
  /** False where the vendor has pages instead of files. */
  readonly hasFiles: boolean;
  /** False where nothing is listed that could not be ingested. */
  readonly skips: boolean;
  /** False where the vendor has no change feed: each sync is a whole listing. */
  readonly hasChangeFeed: boolean;
  /** Lists of items, as they are altered on their way. */
  readonly lists: VendorLists;
}

const api = (url: string) => ({ api: url });
const files = { endpoints: api, hasFiles: true, skips: true, hasChangeFeed: true } as const;
const pages = { endpoints: api, hasFiles: false, skips: false, hasChangeFeed: false } as const;
const site = 'example.sharepoint.com,guid,guid';

const graphLists: VendorLists = {
  requests: /\/(delta|children)\?/,
  read: jsonList('value', ({ '@odata.nextLink': next, ...rest }) => ({
    ...rest,
    ...(next !== undefined && { '@odata.deltaLink': next }),
  })),
};

/**
 * Fakes of all connectors, by name: the conformance suite, accounts of thousands of items, vendors whose lists lie and fleets are tried
 * with each.
 */
export const connectorFakes = {
  BOX: {
    ...files,
    start: startBoxFake,
    endpoints: (url) => ({ api: `${url}/2.0` }),
    lists: { requests: /\/items\?/, read: jsonList('entries', ({ next_marker, ...rest }) => rest) },
  },
  CONFLUENCE: {
    ...pages,
    start: startConfluenceFake,
    lists: { requests: /\/pages\?/, read: jsonList('results', (answer) => ({ ...answer, _links: {} })) },
  },
  DROPBOX: {
    ...files,
    start: startDropboxFake,
    endpoints: (url) => ({ api: url, content: url }),
    lists: {
      requests: /\/list_folder/,
      read: jsonList('entries', (answer) => ({ ...answer, has_more: false })),
    },
  },
  GITHUB: {
    ...files,
    start: startGithubFake,
    signIn: { secret: 'token', settings: () => ({}) },
    lists: { requests: /\/(git\/trees\/\w+|issues|releases|user\/repos)\?/, read: githubList },
  },
  GOOGLE_DRIVE: {
    ...files,
    start: startGoogleDriveFake,
    endpoints: (url) => ({ api: url, export: url }),
    lists: { requests: /\/files\?/, read: jsonList('files', ({ nextPageToken, ...rest }) => rest) },
  },
  NOTION: {
    ...pages,
    start: startNotionFake,
    lists: {
      requests: /\/search\?/,
      read: jsonList('results', (answer) => ({ ...answer, has_more: false, next_cursor: null })),
    },
  },
  ONEDRIVE: { ...files, start: startGraphFake, lists: graphLists },
  S3: {
    ...files,
    start: startBucketFake,
    hasChangeFeed: false,
    endpoints: () => ({}),
    signIn: {
      secret: 'secretAccessKey',
      settings: (endpoint) => ({
        endpoint,
        region: 'eu-central-1',
        bucket: 'documents',
        accessKeyId: 'AKIDEXAMPLE',
      }),
    },
    lists: { requests: /list-type=2/, read: bucketList },
  },
  SHAREPOINT: { ...files, start: (options) => startGraphFake({ ...options, site }), lists: graphLists },
} satisfies Record<string, ConnectorFake>;
