import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type DriveFake, type StubRequest, type StubResponse, startStubServer } from '@docfleet/testing';
import { connect } from './connector-sync.fixture.ts';
import type { AnsweredList, Lie } from './lies.fixture.ts';

type Answer = Record<string, unknown>;
type Settings = Readonly<Record<string, unknown>>;

/** A vendor as it is altered. */
export interface Vendor {
  readonly connector: string;
  start(pageSize: number): Promise<DriveFake & { baseUrl?: string }>;
  /** Which requests are answered with a list, by path and query. */
  readonly lists: RegExp;
  readonly read: (body: string) => AnsweredList;
  readonly api?: (url: string) => string;
  /** Settings of the sign-in method, for the vendor at this address. */
  readonly settings?: (url: string, fake: DriveFake) => Settings;
  /** Selected ids; everything without it. */
  readonly selection?: (fake: DriveFake) => readonly string[];
}

/** Reads lists of JSON that lie in a field; `last` makes an answer the last one. */
export const jsonList =
  (field: string, last: (answer: Answer) => Answer) =>
  (body: string): AnsweredList => {
    const answer = JSON.parse(body) as Answer;
    return {
      items: (answer[field] ?? []) as unknown[],
      write: (items, isLast = false) => {
        const written = { ...answer, [field]: items };
        return JSON.stringify(isLast ? last(written) : written);
      },
      rename: (item) => ({ ...(item as Answer), id: `9${String((item as Answer)['id']).slice(1)}` }),
    };
  };

type Named = Readonly<Record<string, unknown>>;

/** An entry of GitHub as if it were another, of which nothing is there. */
const another = (item: unknown) => {
  const { sha, path, ...rest } = item as Named;
  if (path !== undefined) return { ...rest, path: `9${path}`, sha: `9${String(sha).slice(1)}` };
  const key = 'number' in rest ? 'number' : 'id';
  return { ...rest, [key]: 9_000 + Number(rest[key]) };
};

/** Reads a list of GitHub: the entries of a tree, or a bare list, whose pages a header links. */
export function githubList(body: string): AnsweredList {
  const answer = JSON.parse(body) as unknown[] | (Named & { readonly tree: readonly unknown[] });
  const isTree = !Array.isArray(answer);
  return {
    items: isTree ? answer.tree : answer,
    write(items, isLast = false) {
      const written = JSON.stringify(
        isTree ? { ...answer, tree: items, ...(isLast && { truncated: false }) } : items,
      );
      return isLast ? { headers: { 'content-type': 'application/json' }, body: written } : written;
    },
    rename: another,
  };
}

/** Reads a list of S3's objects. */
export function bucketList(xml: string): AnsweredList {
  const entries = /<Contents>.*<\/Contents>/s.exec(xml)?.[0] ?? '';
  return {
    items: entries.match(/<Contents>.*?<\/Contents>/gs) ?? [],
    write: (items, isLast = false) => {
      const bare = xml.replaceAll(/<Contents>.*?<\/Contents>/gs, '');
      const counted = bare.replace(/<KeyCount>\d+/, `<KeyCount>${items.length}`);
      const ended = counted
        .replace(/<IsTruncated>\w+/, '<IsTruncated>false')
        .replace(/<NextContinuationToken>.*?<\/NextContinuationToken>/s, '');
      return (isLast ? ended : counted).replace(
        '</ListBucketResult>',
        `${items.join('')}</ListBucketResult>`,
      );
    },
    rename: (item) => String(item).replace(/<Key>./, '<Key>9'),
  };
}

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;
}

/** Sends a request on as it came: S3 signs the host, too. */
async function sendOn(to: string, { method, path, query, headers, body }: StubRequest): Promise<Sent> {
  const text = query.toString();
  const url = new URL(`${to}${path}${text && `?${text}`}`);
  const { 'content-length': _length, 'transfer-encoding': _coding, connection, ...sent } = headers;
  const asked = request(url, { method, headers: sent });
  asked.end(method === 'GET' || method === 'HEAD' ? undefined : body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  const kept = [
    'content-type',
    'location',
    'dropbox-api-result',
    'etag',
    'last-modified',
    'link',
    'content-length',
  ];
  const named = kept.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined || (name === 'content-length' && method !== 'HEAD')
      ? []
      : [[name, String(value)] as const];
  });
  return { status: answer.statusCode ?? 500, headers: Object.fromEntries(named), bytes };
}

/** A vendor behind something that alters its lists once it is asked to. */
export async function openLying(vendor: Vendor, pageSize: number) {
  const fake = await vendor.start(pageSize);
  let lie: Lie | undefined;
  let lists: AnsweredList[] = [];
  const proxy = await startStubServer(async (asked): Promise<StubResponse> => {
    const { status, headers, bytes } = await sendOn(fake.url, asked);
    const isList = vendor.lists.test(`${asked.path}?${asked.query}`) && status < 300;
    if (!lie || !isList) return { status, headers, body: new Uint8Array(bytes) };
    const list = vendor.read(bytes.toString());
    lists.push(list);
    const answer = lie(list, { first: lists[0] ?? list, number: lists.length });
    return typeof answer === 'string' ? { status, headers, body: answer } : answer;
  });
  const settings =
    vendor.settings?.(proxy.url, fake) ??
    (fake.baseUrl ? { method: 'DATA_CENTER', baseUrl: `${proxy.url}/confluence` } : undefined);
  const account = Object.assign(Object.create(fake) as DriveFake, { url: proxy.url });
  const api = vendor.api?.(proxy.url) ?? proxy.url;
  const connectionId = await connect(vendor.connector, account, api, settings);
  return {
    fake,
    account,
    connectionId,
    settings,
    async close() {
      await proxy.close();
      await fake.close();
    },
    /** From now on lists are answered so. */
    answerWith(given: Lie) {
      lie = given;
      lists = [];
    },
  };
}
