import {
  type BucketFake,
  type DriveFake,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
} from '@docfleet/testing';
import { bucketList, jsonList, type Vendor } from './lying-vendor.fixture.ts';

const box: Vendor = {
  connector: 'BOX',
  start: (pageSize) => startBoxFake({ pageSize }),
  lists: /\/items\?/,
  read: jsonList('entries', ({ next_marker, ...rest }) => rest),
  api: (url) => `${url}/2.0`,
};
const dropbox: Vendor = {
  connector: 'DROPBOX',
  start: (pageSize) => startDropboxFake({ pageSize }),
  lists: /\/list_folder/,
  read: jsonList('entries', (answer) => ({ ...answer, has_more: false })),
};
const notion: Vendor = {
  connector: 'NOTION',
  start: (pageSize) => startNotionFake({ pageSize }),
  lists: /\/search\?/,
  read: jsonList('results', (answer) => ({ ...answer, has_more: false, next_cursor: null })),
};
const confluence: Vendor = {
  connector: 'CONFLUENCE',
  start: (pageSize) => startConfluenceFake({ pageSize }),
  lists: /\/pages\?/,
  read: jsonList('results', (answer) => ({ ...answer, _links: {} })),
};
const dataCenter: Vendor = {
  ...confluence,
  start: (pageSize) => startDataCenterFake({ pageSize }),
  lists: /\/api\/content\?/,
};
const google: Vendor = {
  connector: 'GOOGLE_DRIVE',
  start: (pageSize) => startGoogleDriveFake({ pageSize }),
  lists: /\/files\?/,
  read: jsonList('files', ({ nextPageToken, ...rest }) => rest),
};
const graph: Vendor = {
  connector: 'ONEDRIVE',
  start: (pageSize) => startGraphFake({ pageSize }),
  lists: /\/(delta|children)\?/,
  read: jsonList('value', ({ '@odata.nextLink': next, ...rest }) => ({
    ...rest,
    ...(next !== undefined && { '@odata.deltaLink': next }),
  })),
};
const site = 'example.sharepoint.com,guid,guid';
const bucket: Vendor = {
  connector: 'S3',
  start: (pageSize) => startBucketFake({ pageSize }),
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

/** The vendors of all connectors, as wholes and as parts. */
export const vendors: Readonly<Record<string, Vendor>> = {
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
  SharePoint: { ...graph, connector: 'SHAREPOINT', start: (pageSize) => startGraphFake({ pageSize, site }) },
  'a site of SharePoint': {
    ...graph,
    connector: 'SHAREPOINT',
    start: (pageSize) => startGraphFake({ pageSize, site }),
    selection: () => [site],
  },
  S3: bucket,
  'a prefix of S3': { ...bucket, selection: () => ['f/'] },
};
