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
}

const api = (url: string) => ({ api: url });
const files = { endpoints: api, hasFiles: true, skips: true } as const;
const pages = { endpoints: api, hasFiles: false, skips: false } as const;
const site = 'example.sharepoint.com,guid,guid';

/** Fakes of all connectors, by name: the conformance suite, accounts of thousands of items and fleets are tried with each. */
export const connectorFakes = {
  BOX: { ...files, start: startBoxFake, endpoints: (url) => ({ api: `${url}/2.0` }) },
  CONFLUENCE: { ...pages, start: startConfluenceFake },
  DROPBOX: { ...files, start: startDropboxFake, endpoints: (url) => ({ api: url, content: url }) },
  GITHUB: { ...files, start: startGithubFake, signIn: { secret: 'token', settings: () => ({}) } },
  GOOGLE_DRIVE: { ...files, start: startGoogleDriveFake, endpoints: (url) => ({ api: url, export: url }) },
  NOTION: { ...pages, start: startNotionFake },
  ONEDRIVE: { ...files, start: startGraphFake },
  S3: {
    ...files,
    start: startBucketFake,
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
  },
  SHAREPOINT: { ...files, start: (options) => startGraphFake({ ...options, site }) },
} satisfies Record<string, ConnectorFake>;
