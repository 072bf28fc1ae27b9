import {
  type BucketFake,
  casesOf,
  createSeededRandom,
  type DriveFake,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
  testSeed,
} from '@docfleet/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { authorize, context, namespace, sync } from '../test/connector-sync.fixture.ts';
import { lies } from '../test/lies.fixture.ts';
import { bucketList, jsonList, openLying, type Vendor } from '../test/lying-vendor.fixture.ts';

// The limits of what is deleted without a confirmation are off: look-ups alone decide.

// What is deleted does not depend on the pace, at which Notion alone would take minutes.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

const pageSize = 4;
const box: Vendor = {
  connector: 'BOX',
  start: () => startBoxFake({ pageSize }),
  lists: /\/items\?/,
  read: jsonList('entries', ({ next_marker, ...rest }) => rest),
  api: (url) => `${url}/2.0`,
};
const dropbox: Vendor = {
  connector: 'DROPBOX',
  start: () => startDropboxFake({ pageSize }),
  lists: /\/list_folder/,
  read: jsonList('entries', (answer) => ({ ...answer, has_more: false })),
};
const notion: Vendor = {
  connector: 'NOTION',
  start: () => startNotionFake({ pageSize }),
  lists: /\/search\?/,
  read: jsonList('results', (answer) => ({ ...answer, has_more: false, next_cursor: null })),
};
const confluence: Vendor = {
  connector: 'CONFLUENCE',
  start: () => startConfluenceFake({ pageSize }),
  lists: /\/pages\?/,
  read: jsonList('results', (answer) => ({ ...answer, _links: {} })),
};
const dataCenter: Vendor = {
  ...confluence,
  start: () => startDataCenterFake({ pageSize }),
  lists: /\/api\/content\?/,
};
const google: Vendor = {
  connector: 'GOOGLE_DRIVE',
  start: () => startGoogleDriveFake({ pageSize }),
  lists: /\/files\?/,
  read: jsonList('files', ({ nextPageToken, ...rest }) => rest),
};
const graph: Vendor = {
  connector: 'ONEDRIVE',
  start: () => startGraphFake({ pageSize }),
  lists: /\/(delta|children)\?/,
  read: jsonList('value', ({ '@odata.nextLink': next, ...rest }) => ({
    ...rest,
    ...(next !== undefined && { '@odata.deltaLink': next }),
  })),
};
const site = 'example.sharepoint.com,guid,guid';
const bucket: Vendor = {
  connector: 'S3',
  start: () => startBucketFake({ pageSize }),
  lists: /list-type=2/,
  read: bucketList,
  settings: (endpoint, fake) => ({
    endpoint,
    region: 'eu-central-1',
    bucket: (fake as BucketFake).bucket,
    prefix: '',
    accessKeyId: (fake as BucketFake).accessKeyId,
    include: [],
    exclude: [],
  }),
};
const folderAt = (fake: DriveFake) => (fake as DriveFake & { folderAt(path: string): string }).folderAt('/f');

const vendors: Readonly<Record<string, Vendor>> = {
  Box: box,
  'a folder of Box': { ...box, selection: (fake) => [folderAt(fake)] },
  Dropbox: dropbox,
  'a folder of Dropbox': { ...dropbox, selection: () => ['/f'] },
  Notion: notion,
  Confluence: confluence,
  'a space of Confluence': { ...confluence, selection: () => ['space:ENG'] },
  'Confluence Data Center': dataCenter,
  'Google Drive': google,
  'a folder of Google Drive': { ...google, selection: () => ['id1'] },
  OneDrive: graph,
  'a folder of OneDrive': { ...graph, selection: () => ['own:id1'] },
  SharePoint: { ...graph, connector: 'SHAREPOINT', start: () => startGraphFake({ pageSize, site }) },
  'a site of SharePoint': {
    ...graph,
    connector: 'SHAREPOINT',
    start: () => startGraphFake({ pageSize, site }),
    selection: () => [site],
  },
  S3: bucket,
  'a prefix of S3': { ...bucket, selection: () => ['f/'] },
};

const random = createSeededRandom(testSeed());
/** All of them in `npm run test:long`, and a dozen by chance in any other run. */
const triedLies = () =>
  lies
    .map((lie) => ({ lie, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, casesOf(lies.length, 12))
    .map(({ lie }) => lie);

const living = async () =>
  (
    await context.database.document.findMany({
      where: { namespaceId: namespace.id, liveKey: { not: null }, activeRevision: { not: null } },
      orderBy: { externalId: 'asc' },
    })
  ).map(({ externalId, contentRevision, activeRevision }) => [externalId, contentRevision, activeRevision]);

test.each(Object.entries(vendors))(
  'nothing is deleted or replaced for lists that %s does not answer truly',
  async (_called, vendor) => {
    const { fake, account, connectionId, settings, close, answerWith } = await openLying(vendor);
    const hasFiles = !['NOTION', 'CONFLUENCE'].includes(vendor.connector);
    for (let number = 0; number < 6; number += 1)
      fake.put(`/f/${number}${hasFiles ? '.txt' : ''}`, `content ${number}`);
    const externalIds = vendor.selection?.(fake);
    const config = { config: { connectionId, ...(externalIds && { externalIds }) } };
    await sync(connectionId, config);
    const before = await living();
    expect(before).toHaveLength(6);
    for (const [name, lie] of triedLies()) {
      answerWith(lie);
      // Another consent: everything is listed.
      await authorize(connectionId, account, settings);
      await sync(connectionId, config).catch((error: { readonly retryable?: boolean }) => {
        if (!error.retryable) throw error;
      });
      expect([name, await living()]).toEqual([name, before]);
    }
    await close();
  },
  240_000,
);
