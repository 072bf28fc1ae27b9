import {
  type DriveFake,
  startBoxFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGoogleDriveFake,
  startGraphFake,
  startNotionFake,
  startStubServer,
} from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import {
  authorize,
  connect,
  context,
  deletionLimits,
  namespace,
  sync,
} from '../test/connector-sync.fixture.ts';

const usual = { ...deletionLimits };
/** As they are by default, and off: then look-ups alone decide. */
const limits = [
  { percent: 20, documents: 100 },
  { percent: 100, documents: 1_000_000 },
];
afterEach(() => void Object.assign(deletionLimits, usual));

type Answer = Record<string, unknown>;
interface Vendor {
  readonly connector: string;
  start(): Promise<DriveFake & { baseUrl?: string }>;
  /** Which requests are answered with a list. */
  readonly lists: RegExp;
  /** The field of the answer that holds the list. */
  readonly field: 'entries' | 'results' | 'files' | 'value';
  readonly api: (url: string) => string;
  /** The answer as the last page of its list. */
  readonly last: (answer: Answer) => Answer;
}

const plain = (url: string) => url;
const vendors: Readonly<Record<string, Vendor>> = {
  Box: {
    connector: 'BOX',
    start: () => startBoxFake({ pageSize: 4 }),
    lists: /\/items$/,
    field: 'entries',
    api: (url) => `${url}/2.0`,
    last: ({ next_marker, ...rest }) => rest,
  },
  Dropbox: {
    connector: 'DROPBOX',
    start: () => startDropboxFake({ pageSize: 4 }),
    lists: /\/list_folder/,
    field: 'entries',
    api: plain,
    last: (answer) => ({ ...answer, has_more: false }),
  },
  Notion: {
    connector: 'NOTION',
    start: () => startNotionFake({ pageSize: 4 }),
    lists: /\/search$/,
    field: 'results',
    api: plain,
    last: (answer) => ({ ...answer, has_more: false, next_cursor: null }),
  },
  Confluence: {
    connector: 'CONFLUENCE',
    start: () => startConfluenceFake({ pageSize: 4 }),
    lists: /\/v2\/pages$/,
    field: 'results',
    api: plain,
    last: (answer) => ({ ...answer, _links: {} }),
  },
  'Confluence Data Center': {
    connector: 'CONFLUENCE',
    start: () => startDataCenterFake({ pageSize: 4 }),
    lists: /\/api\/content$/,
    field: 'results',
    api: plain,
    last: (answer) => ({ ...answer, _links: {} }),
  },
};

/** Google Drive and Microsoft Graph, with what is selected there; undefined: everything. */
const selections: Readonly<Record<string, readonly string[]>> = {
  'a folder of Google Drive': ['id1'],
  'a folder of OneDrive': ['own:id1'],
};
const google: Vendor = {
  connector: 'GOOGLE_DRIVE',
  start: () => startGoogleDriveFake({ pageSize: 4 }),
  lists: /\/files$/,
  field: 'files',
  api: plain,
  last: ({ nextPageToken, ...rest }) => rest,
};
const graph: Vendor = {
  connector: 'ONEDRIVE',
  start: () => startGraphFake({ pageSize: 4 }),
  lists: /\/(delta|children)$/,
  field: 'value',
  api: plain,
  last: ({ '@odata.nextLink': next, ...rest }) => ({
    ...rest,
    ...(next !== undefined && { '@odata.deltaLink': next }),
  }),
};
const drives: Readonly<Record<string, Vendor>> = {
  'Google Drive': google,
  'a folder of Google Drive': google,
  OneDrive: graph,
  'a folder of OneDrive': graph,
  SharePoint: {
    ...graph,
    connector: 'SHAREPOINT',
    start: () => startGraphFake({ pageSize: 4, site: 'example.sharepoint.com,guid,guid' }),
  },
};

type Lie = (answer: Answer, vendor: Vendor, first: Answer) => Answer;
const withList =
  (change: (list: unknown[]) => unknown[]): Lie =>
  (answer, { field }) => ({ ...answer, [field]: change(answer[field] as unknown[]) });

const lies: Readonly<Record<string, Lie>> = {
  'an empty list': withList(() => []),
  'the first item of a list': withList((list) => list.slice(0, 1)),
  'half of a list': withList((list) => list.slice(0, Math.floor(list.length / 2))),
  'all but the last item of a list': withList((list) => list.slice(0, -1)),
  'no more pages': (answer, vendor) => vendor.last(answer),
  'an empty list without more pages': (answer, vendor) => vendor.last({ ...answer, [vendor.field]: [] }),
  'the first page again, as the last one': (_answer, vendor, first) => vendor.last(first),
  'items of other ids': withList((list) =>
    list.map((item) => ({ ...(item as Answer), id: `9${String((item as Answer)['id']).slice(1)}` })),
  ),
};

/** A vendor behind something that alters its lists once it is asked to. */
async function open(vendor: Vendor) {
  const fake = await vendor.start();
  let lie: Lie | undefined;
  let first: Answer | undefined;
  const proxy = await startStubServer(async ({ method, path, query, headers, body }) => {
    const { host, 'content-length': _length, 'transfer-encoding': _coding, connection, ...sent } = headers;
    const hasBody = method !== 'GET' && body !== '';
    const answer = await fetch(`${fake.url}${path}?${query}`, {
      method,
      headers: Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
      redirect: 'manual',
      ...(hasBody && { body }),
    });
    const kept = ['content-type', 'location', 'dropbox-api-result'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const reply = { status: answer.status, headers: Object.fromEntries(kept), body: bytes };
    if (!lie || !vendor.lists.test(path) || !answer.ok) return reply;
    const json = JSON.parse(Buffer.from(bytes).toString()) as Answer;
    first ??= json;
    return { ...reply, body: JSON.stringify(lie(json, vendor, first)) };
  });
  const close = async () => {
    await proxy.close();
    await fake.close();
  };
  const settings = fake.baseUrl ? { method: 'DATA_CENTER', baseUrl: `${proxy.url}/confluence` } : undefined;
  const account = Object.assign(Object.create(fake) as DriveFake, { url: proxy.url });
  const connectionId = await connect(vendor.connector, account, vendor.api(proxy.url), settings);
  const answerWith = (given: Lie) => {
    lie = given;
  };
  return { fake, account, connectionId, settings, close, answerWith };
}

const living = async () =>
  (
    await context.database.document.findMany({
      where: { namespaceId: namespace.id, liveKey: { not: null }, activeRevision: { not: null } },
      orderBy: { externalId: 'asc' },
    })
  ).map(({ externalId, contentRevision, activeRevision }) => [externalId, contentRevision, activeRevision]);

test.each(Object.entries({ ...vendors, ...drives }))(
  'nothing is deleted or replaced for lists that %s does not answer truly',
  async (called, vendor) => {
    const { fake, account, connectionId, settings, close, answerWith } = await open(vendor);
    const suffix = vendor.field === 'results' ? '' : '.txt';
    const externalIds = selections[called];
    const config = { config: { connectionId, ...(externalIds && { externalIds }) } };
    for (let number = 0; number < 6; number += 1) fake.put(`/f/${number}${suffix}`, `content ${number}`);
    await sync(connectionId, config);
    const before = await living();
    expect(before).toHaveLength(6);
    for (const [index, [name, lie]] of Object.entries(lies).entries()) {
      Object.assign(deletionLimits, limits[index % limits.length]);
      answerWith(lie);
      // Another consent: everything is listed.
      await authorize(connectionId, account, settings);
      const run = await sync(connectionId, config).catch((error: { readonly retryable?: boolean }) => error);
      const deleted = 'items' in run ? run.items?.deleted : run.retryable && 0;
      expect([name, deleted, await living()]).toEqual([name, 0, before]);
    }
    await close();
  },
);
