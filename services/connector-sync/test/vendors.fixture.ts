import {
  type BucketFake,
  type DriveFake,
  type GithubFake,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGithubFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
} from '@docfleet/testing';
import { bucketList, githubList, jsonList, type Vendor } from './lying-vendor.fixture.ts';

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
const numberOf = (path: string) => 1 + Number(/\d+/.exec(path)?.[0] ?? 998);
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** GitHub, in whose repository what is put becomes a file, an issue or a release. */
const github = (kind: 'file' | 'issue' | 'release'): Vendor => ({
  connector: 'GITHUB',
  async start(pageSize) {
    const fake: GithubFake = await startGithubFake({ pageSize });
    if (kind === 'issue') fake.put = (path) => fake.putIssue(numberOf(path), { title: nameOf(path) });
    if (kind === 'release') fake.put = (path) => fake.putRelease(numberOf(path), { name: nameOf(path) });
    return fake;
  },
  lists: /\/(git\/trees\/\w+|issues|releases|user\/repos)\?/,
  read: githubList,
  settings: (_url, fake) => ({ token: fake.token }),
});
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
  GitHub: github('file'),
  'a repository of GitHub': { ...github('file'), selection: () => ['octo/handbook'] },
  'releases of GitHub': { ...github('release'), selection: () => ['octo/handbook'] },
  S3: bucket,
  'a prefix of S3': { ...bucket, selection: () => ['f/'] },
};

/** Issues of GitHub, whose documents are not called as their items alone. */
export const issues: Vendor = { ...github('issue'), selection: () => ['octo/handbook'] };
