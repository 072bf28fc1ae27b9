import {
  type DriveFake,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGithubFake,
  startNotionFake,
} from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { signal } from '../test/conformance-subject.ts';
import { connectorsOnFakes } from '../test/connector-on-fake.fixture.ts';
import { covering } from '../test/covering.fixture.ts';
import { listAll } from '../test/list-all.fixture.ts';
import type { ConnectorContext } from './provider.ts';
import { type ConnectorName, openConnector } from './registry.ts';

interface Account {
  readonly fake: DriveFake;
  /** Three parts as they are selected, with an item each; the second one is the one that is refused. */
  readonly parts: readonly string[];
  readonly items: readonly string[];
  /** Tests whether a request asks for the second part. */
  readonly isForPart: (path: string, body: string, query: URLSearchParams) => boolean;
  readonly settings?: unknown;
  /** Removes the second part with what is in it. */
  removePart?(): void;
}

const endpointsOf = (name: ConnectorName, url: string): Record<string, string> =>
  ({ BOX: { api: `${url}/2.0` }, DROPBOX: { api: url, content: url } })[name as string] ?? { api: url };

const vendors: readonly (readonly [string, ConnectorName, () => Promise<Account>])[] = [
  [
    'Box',
    'BOX',
    async () => {
      const fake = await startBoxFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}/${name}.txt`, name));
      const parts = ['A', 'B', 'C'].map((name) => fake.folderAt(`/${name}`));
      const removePart = () => fake.remove(parts[1] ?? '');
      return { fake, parts, items, removePart, isForPart: (path) => path.includes(`/${parts[1]}`) };
    },
  ],
  [
    'Dropbox',
    'DROPBOX',
    async () => {
      const fake = await startDropboxFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}/${name}.txt`, name));
      const isForPart: Account['isForPart'] = (_path, body) => body.includes('"/B"');
      return { fake, parts: ['/A', '/B', '/C'], items, isForPart, removePart: () => fake.remove('/B') };
    },
  ],
  [
    'GitHub',
    'GITHUB',
    async () => {
      const fake = await startGithubFake({ pageSize: 1 });
      const repositories = ['A', 'B', 'C'].map((name) => fake.addRepository(name));
      const items = repositories.map(({ git, id, name }) => {
        git.put(`${name}.txt`, Buffer.from(name));
        return `${id}/files/${name}.txt`;
      });
      fake.remove = (id) => repositories.find((one) => id.startsWith(`${one.id}/`))?.git.remove(id.slice(-5));
      return {
        fake,
        parts: ['octo/A', 'octo/B', 'octo/C'],
        items,
        isForPart: (path) => `${path}/`.startsWith('/repos/octo/B/'),
        removePart: () => void Object.assign(repositories[1] ?? {}, { isHidden: true }),
      };
    },
  ],
  [
    'Notion',
    'NOTION',
    async () => {
      const fake = await startNotionFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}`, name));
      return { fake, parts: items, items, isForPart: (path) => path.includes(items[1] ?? '') };
    },
  ],
  [
    'Confluence pages',
    'CONFLUENCE',
    async () => {
      const fake = await startConfluenceFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}`, name));
      const isForPart: Account['isForPart'] = (path) => path.includes(`/pages/${items[1]}`);
      return { fake, parts: items, items, isForPart };
    },
  ],
  [
    'Confluence Data Center',
    'CONFLUENCE',
    async () => {
      const fake = await startDataCenterFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}`, name));
      const settings = { method: 'DATA_CENTER', baseUrl: fake.baseUrl };
      const isForPart: Account['isForPart'] = (path) => path.includes(`/content/${items[1]}`);
      return { fake, parts: items, items, isForPart, settings };
    },
  ],
  [
    'S3',
    'S3',
    async () => {
      const fake = await startBucketFake({ pageSize: 1 });
      const items = ['A', 'B', 'C'].map((name) => fake.put(`/${name}/${name}.txt`, name));
      const settings = {
        endpoint: fake.url,
        region: 'eu-central-1',
        bucket: fake.bucket,
        accessKeyId: fake.accessKeyId,
        prefix: '',
        include: [],
        exclude: [],
      };
      const isForPart: Account['isForPart'] = (_path, _body, query) => query.get('prefix') === 'B/';
      return { fake, parts: ['A/', 'B/', 'C/'], items, isForPart, settings };
    },
  ],
];

let name: ConnectorName = 'BOX';
const openOn = connectorsOnFakes(
  (context) => openConnector(name, context),
  (url) => endpointsOf(name, url),
);

describe.each(vendors)('%s', (_title, connectorName, start) => {
  async function open(more: Partial<ConnectorContext> = {}) {
    const account = await start();
    name = connectorName;
    const changes = { ...more, ...(account.settings ? { settings: account.settings } : {}) };
    const connector = openOn(account.fake, () => account.fake.token, changes);
    const refuse = (status: number) => {
      account.fake.fault = ({ path, body, query }) =>
        account.isForPart(path, body, query) ? { kind: 'status', status } : undefined;
    };
    return { ...account, connector, refuse };
  }
  const [others, middle] = [[0, 2], 1];

  test('a part that is refused is named, and the others are listed, which proves nothing', async () => {
    const { connector, parts, items, refuse } = await open();
    refuse(403);
    const listing = await listAll(connector, undefined, parts);
    expect(listing.ids).toEqual(others.map((place) => items[place]).toSorted());
    expect(listing.skipped).toHaveLength(1);
    expect(listing.skipped[0]?.name).toContain(parts[middle]);
    expect(listing.skipped[0]?.reason).toContain('what was read before stays');
    expect(listing.isUnproven).toBe(true);
  });

  test('a part that fails for long is named, and the others are listed, which proves nothing', async () => {
    const { connector, parts, items, refuse } = await open({ leavesFailing: true });
    refuse(500);
    const listing = await listAll(connector, undefined, parts);
    expect(listing.ids).toEqual(others.map((place) => items[place]).toSorted());
    expect(listing.skipped).toMatchObject([{ isRefused: true, reason: expect.stringContaining('failed') }]);
    expect(listing.isUnproven).toBe(true);
  });

  test('a part that is nowhere is named, and the others are listed', async () => {
    const { connector, fake, parts, items, removePart } = await open();
    fake.remove(items[middle] ?? '');
    removePart?.();
    const listing = await listAll(connector, undefined, parts);
    expect(listing.ids).toEqual(others.map((place) => items[place]).toSorted());
    expect(listing.skipped.map((one) => one.name)).toEqual([expect.stringContaining(parts[middle] ?? '')]);
  });

  test.each([429, 500, 503])(
    'a part that answers %i fails the listing, which is tried again',
    async (status) => {
      const { connector, parts, refuse } = await open();
      refuse(status);
      await expect(listAll(connector, undefined, parts)).rejects.toMatchObject({ retryable: true });
    },
  );

  test('an item is found where it is, unless it is gone or outside of the selection', async () => {
    const { connector, fake, parts, items } = await open();
    const [first = '', second = ''] = items;
    expect(await connector.find?.(first, signal, covering(parts))).toMatchObject({ externalId: first });
    expect(await connector.find?.(first, signal)).toMatchObject({ externalId: first });
    expect(await connector.find?.(first, signal, covering(parts.slice(1)))).toBeUndefined();
    fake.remove(second);
    expect(await connector.find?.(second, signal, covering(parts))).toBeUndefined();
  });

  test('an item of which the vendor does not say whether it is there is not gone', async () => {
    const { connector, fake, parts, items } = await open();
    fake.fault = () => ({ kind: 'status', status: 403 });
    await expect(connector.find?.(items[0] ?? '', signal, covering(parts))).rejects.toMatchObject({
      code: 'ITEM_FORBIDDEN',
    });
  });
});
