import {
  casesOf,
  createSeededRandom,
  type DriveFake,
  type StubRequest,
  startBoxFake,
  startBucketFake,
  startConfluenceFake,
  startDataCenterFake,
  startDropboxFake,
  startGithubFake,
  startNotionFake,
  testSeed,
} from '@docfleet/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { connect, context, documents, sync } from '../test/connector-sync.fixture.ts';

const seed = testSeed();
const parts = 100;
const numbers = Array.from({ length: parts }, (_, number) => number);

// Rate limits are off: the result does not depend on them, and a hundred parts would take most of a minute.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

/** A vendor with a hundred parts that hold a document each. */
interface Place {
  readonly fake: DriveFake;
  readonly connectionId: string;
  readonly externalIds?: readonly string[];
  /** Whether a request is about a part. */
  readonly isAbout: (request: StubRequest, part: number) => boolean;
  /** The name of the document in a part. */
  readonly nameOf: (part: number) => string;
}

const named = (part: number) => `${part}.txt`;
const paged = (part: number) => `page ${part}`;

async function box(selected: 'folders' | 'files' | 'nothing'): Promise<Place> {
  const fake = await startBoxFake({ pageSize: 30 });
  const files = numbers.map((part) => fake.put(`/d${part}/${named(part)}`, `text ${part}`));
  const folders = numbers.map((part) => fake.folderAt(`/d${part}`));
  const ids = selected === 'files' ? files : folders;
  return {
    fake,
    connectionId: await connect('BOX', fake, `${fake.url}/2.0`),
    ...(selected !== 'nothing' && { externalIds: ids }),
    isAbout: ({ path }, part) => path.split('/').includes(ids[part] as string) && !path.endsWith('/content'),
    nameOf: named,
  };
}

async function dropbox(selected: 'folder' | 'file'): Promise<Place> {
  const fake = await startDropboxFake({ pageSize: 30 });
  for (const part of numbers) fake.put(`/d${part}/${named(part)}`, `text ${part}`);
  const externalIds = numbers.map((part) => `/d${part}${selected === 'file' ? `/${named(part)}` : ''}`);
  return {
    fake,
    connectionId: await connect('DROPBOX', fake),
    externalIds,
    isAbout: ({ body }, part) => body.includes(`"${externalIds[part]}"`),
    nameOf: named,
  };
}

async function bucket(selected: 'prefix' | 'key'): Promise<Place> {
  const fake = await startBucketFake({ pageSize: 30 });
  const ids = numbers.map((part) => fake.put(`/d${part}/${named(part)}`, `text ${part}`));
  const prefixes = numbers.map((part) => `d${part}/`);
  const settings = {
    endpoint: fake.url,
    region: 'eu-central-1',
    bucket: fake.bucket,
    prefix: '',
    accessKeyId: fake.accessKeyId,
    include: [],
    exclude: [],
  };
  return {
    fake,
    connectionId: await connect('S3', fake, fake.url, settings),
    externalIds: selected === 'key' ? ids : prefixes,
    isAbout: ({ query }, part) => query.get('prefix')?.startsWith(prefixes[part] as string) ?? false,
    nameOf: named,
  };
}

async function notion(kind: 'page' | 'toggle' | 'row' | 'database', isSelected = true): Promise<Place> {
  const fake = await startNotionFake({ pageSize: 30 });
  const home = fake.put('/Home', '');
  const make = (part: number): string => {
    if (kind === 'page') return fake.put(`/${paged(part)}`, `text ${part}`);
    if (kind === 'toggle') {
      const toggle = fake.putToggle(home);
      fake.putChild(toggle, paged(part), `text ${part}`);
      return toggle;
    }
    const database = kind === 'row' ? 'Tasks' : `Tasks ${part}`;
    const row = fake.putRow(database, paged(part), {});
    fake.moveToPage(database, home);
    return kind === 'row' ? row : fake.database(database).source;
  };
  const ids = numbers.map(make);
  return {
    fake,
    connectionId: await connect('NOTION', fake),
    ...(isSelected && { externalIds: kind === 'page' ? ids : [home] }),
    isAbout: ({ path }, part) => path.includes(ids[part] as string) && !path.endsWith('/markdown'),
    nameOf: paged,
  };
}

async function confluence(kind: 'tree' | 'branch' | 'blog'): Promise<Place> {
  const fake = await startConfluenceFake({ pageSize: 30 });
  const home = fake.put('/Home', '');
  // Ten levels below a page another request begins.
  let above = home;
  for (let level = 1; kind === 'branch' && level < 10; level += 1)
    above = fake.putBelow(above, `level ${level}`);
  const ids = numbers.map((part) => {
    if (kind === 'blog') return fake.putBlogPost(paged(part), `<p>text ${part}</p>`);
    if (kind === 'tree') return fake.put(`/${paged(part)}`, `text ${part}`);
    const branch = fake.putBelow(above, `branch ${part}`);
    fake.putBelow(branch, paged(part));
    return branch;
  });
  return {
    fake,
    connectionId: await connect('CONFLUENCE', fake),
    externalIds: kind === 'branch' ? [home] : ids.map((id) => (kind === 'blog' ? `blog:${id}` : id)),
    isAbout: ({ path, query }, part) =>
      path.endsWith(`/${ids[part]}/descendants`) || query.get('id') === ids[part],
    nameOf: paged,
  };
}

async function dataCenter(): Promise<Place> {
  const fake = await startDataCenterFake({ pageSize: 30 });
  const ids = numbers.map((part) => fake.put(`/${paged(part)}`, `text ${part}`));
  return {
    fake,
    connectionId: await connect('CONFLUENCE', fake, fake.url, {
      method: 'DATA_CENTER',
      baseUrl: fake.baseUrl,
    }),
    externalIds: ids,
    isAbout: ({ path, query }, part) =>
      (path.split('/').includes(ids[part] as string) || query.get('cql')?.includes(ids[part] as string)) ??
      false,
    nameOf: paged,
  };
}

async function github(kind: 'repository' | 'files' | 'folder'): Promise<Place> {
  const fake = await startGithubFake();
  const repositories = numbers.map((part) => {
    if (kind !== 'folder') fake.addRepository(`d${part}`).git.put(named(part), Buffer.from(`text ${part}`));
    else fake.put(`/d${part}/${named(part)}`, `text ${part}`);
    return `/repos/octo/d${part}`;
  });
  // The whole tree is cut off, so that each folder is read by itself.
  if (kind === 'folder') fake.maxEntries = parts;
  const { git } = fake.repository;
  const folders = new Map(git.tree(git.head ?? '', false)?.map(({ path, sha }) => [path, sha]));
  return {
    fake,
    connectionId: await connect('GITHUB', fake, fake.url, { token: fake.token }),
    ...(kind === 'repository' && { externalIds: numbers.map((part) => `octo/d${part}`) }),
    isAbout({ path }, part) {
      if (kind === 'folder') return path.endsWith(`/git/trees/${folders.get(`d${part}`)}`);
      const place = repositories[part] as string;
      return path.startsWith(`${place}/${kind === 'files' ? 'git/trees/' : ''}`) || path === place;
    },
    nameOf: named,
  };
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  'a folder of Box': () => box('nothing'),
  'a selected folder of Box': () => box('folders'),
  'a selected file of Box': () => box('files'),
  'a selected folder of Dropbox': () => dropbox('folder'),
  'a selected file of Dropbox': () => dropbox('file'),
  'a selected repository of GitHub': () => github('repository'),
  'the files of a repository of GitHub': () => github('files'),
  'a folder of a large repository of GitHub': () => github('folder'),
  'a selected prefix of S3': () => bucket('prefix'),
  'a selected key of S3': () => bucket('key'),
  'a selected page of Notion': () => notion('page'),
  'a block of a page of Notion': () => notion('toggle'),
  'a row of a database of Notion': () => notion('row'),
  'a database of a page of Notion': () => notion('database'),
  'a database of a workspace of Notion': () => notion('database', false),
  'a selected page of Confluence': () => confluence('tree'),
  'a deep branch of a page of Confluence': () => confluence('branch'),
  'a selected blog post of Confluence': () => confluence('blog'),
  'a selected page of Confluence Data Center': dataCenter,
};

const random = createSeededRandom(seed);
const cases = Object.keys(places)
  .flatMap((place) => [403, 404].map((status) => ({ place, status, order: random() })))
  .toSorted((one, other) => one.order - other.order);

/** All are tried in `npm run test:long`. */
const tried = cases.slice(0, casesOf(cases.length, 6));

test.each(tried)(
  `$place that is refused with $status takes none of 99 others along (seed ${seed})`,
  async ({ place, status }) => {
    const bad = Math.floor(createSeededRandom(seed + status)() * parts);
    const { fake, connectionId, externalIds, isAbout, nameOf } = await places[place]!();
    let refused = 0;
    fake.fault = (request) => {
      if (!isAbout(request, bad)) return undefined;
      refused += 1;
      return { kind: 'status', status };
    };
    const run = await sync(connectionId, { config: { connectionId, ...(externalIds && { externalIds }) } });
    const found = Object.keys(await documents());
    const lost = numbers.filter((part) => part !== bad && !found.includes(nameOf(part)));
    await fake.close();
    expect({ status: run.status, failed: run.items?.failed, lost }).toEqual({
      status: 'COMPLETED',
      failed: 0,
      lost: [],
    });
    // Items that are gone by then are absent; refused items are named.
    if (status === 403) expect(run.items).toMatchObject({ skipped: 1 });
    expect(refused).toBeGreaterThan(0);
  },
  60_000,
);
