import { type ConnectorName, connectorFacts, connectorNames } from '@docfleet/connectors';
import {
  connectorFakes,
  type DriveFake,
  type GithubFake,
  startDataCenterFake,
  startGithubFake,
} from '@docfleet/testing';
import type { Vendor } from './lying-vendor.fixture.ts';

const vendorOf = (connector: ConnectorName): Vendor => ({ connector, ...connectorFakes[connector] });

/** Part of an account; its ids are named in the request. */
const partOf = (connector: ConnectorName, selection: NonNullable<Vendor['selection']>): Vendor => ({
  ...vendorOf(connector),
  selection,
});

const dataCenter: Vendor = {
  ...vendorOf('CONFLUENCE'),
  start: startDataCenterFake,
  signIn: {
    secret: 'token',
    settings: (url) => ({ method: 'DATA_CENTER', baseUrl: `${url}/confluence` }),
  },
  lists: { ...connectorFakes.CONFLUENCE.lists, requests: /\/api\/content\?/ },
};

const numberOf = (path: string) => 1 + Number(/\d+/.exec(path)?.[0] ?? 998);
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A repository of GitHub in which what is put becomes an issue or a release. */
const githubOf = (kind: 'issue' | 'release'): Vendor => ({
  ...partOf('GITHUB', () => ['octo/handbook']),
  async start(options) {
    const fake: GithubFake = await startGithubFake(options);
    if (kind === 'issue') fake.put = (path) => fake.putIssue(numberOf(path), { title: nameOf(path) });
    if (kind === 'release') fake.put = (path) => fake.putRelease(numberOf(path), { name: nameOf(path) });
    return fake;
  },
});
const folderAt = (fake: DriveFake) => (fake as DriveFake & { folderAt(path: string): string }).folderAt('/f');

/** The vendors of all connectors, as wholes and as parts. */
export const vendors: Readonly<Record<string, Vendor>> = {
  ...Object.fromEntries(connectorNames.map((name) => [connectorFacts[name].label, vendorOf(name)])),
  'Confluence Data Center': dataCenter,
  'a folder of Box': partOf('BOX', (fake) => [folderAt(fake)]),
  'a folder of Dropbox': partOf('DROPBOX', () => ['/f']),
  'a space of Confluence': partOf('CONFLUENCE', () => ['space:ENG']),
  'a folder of Google Drive': partOf('GOOGLE_DRIVE', () => ['id1']),
  'a folder of OneDrive': partOf('ONEDRIVE', () => ['own:id1']),
  'a site of SharePoint': partOf('SHAREPOINT', () => ['example.sharepoint.com,guid,guid']),
  'a repository of GitHub': partOf('GITHUB', () => ['octo/handbook']),
  'releases of GitHub': githubOf('release'),
  'a prefix of S3': partOf('S3', () => ['f/']),
};

/** Issues of GitHub, whose documents are not called as their items alone. */
export const issues: Vendor = githubOf('issue');
