import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  type AnsweredList,
  type ConnectorFake,
  type DriveFake,
  type StubRequest,
  type StubResponse,
  startStubServer,
} from '@docfleet/testing';
import { connect } from './connector-sync.fixture.ts';
import type { Lie } from './lies.fixture.ts';

/** A vendor whose lists are altered. */
export interface Vendor extends ConnectorFake {
  readonly connector: string;
  /** Selected ids; everything without it. */
  readonly selection?: (fake: DriveFake) => readonly string[];
}

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;
}

/** Forwards a request unchanged: S3 signs the host, too. */
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
  const fake = await vendor.start({ pageSize });
  let lie: Lie | undefined;
  let lists: AnsweredList[] = [];
  const proxy = await startStubServer(async (asked): Promise<StubResponse> => {
    const { status, headers, bytes } = await sendOn(fake.url, asked);
    const isList = vendor.lists.requests.test(`${asked.path}?${asked.query}`) && status < 300;
    if (!lie || !isList) return { status, headers, body: new Uint8Array(bytes) };
    const list = vendor.lists.read(bytes.toString());
    lists.push(list);
    const answer = lie(list, { first: lists[0] ?? list, number: lists.length });
    return typeof answer === 'string' ? { status, headers, body: answer } : answer;
  });
  const settings = vendor.signIn?.settings(proxy.url);
  const account = Object.assign(Object.create(fake) as DriveFake, { url: proxy.url });
  const { api } = vendor.endpoints(proxy.url);
  const connectionId = await connect(vendor.connector, account, api ?? proxy.url, settings);
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
