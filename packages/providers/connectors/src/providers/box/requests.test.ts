import { expect, test } from '@jest/globals';
import { boxAccounts } from '../../../test/box.fixture.ts';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { covering } from '../../../test/covering.fixture.ts';
import { recordRequests } from '../../../test/recorded-requests.fixture.ts';
import { callBox } from './api.ts';
import { openBox } from './index.ts';

const open = boxAccounts();

test('a folder is asked for by markers, a thousand items at once, with the fields that are used', async () => {
  const { box, connector } = await open();
  expect((await connector.list(undefined, undefined, signal)).proof).toBe('STATED');
  const asked = box.requests.find(({ path }) => path.endsWith('/items'));
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    usemarker: 'true',
    limit: '1000',
    fields: 'name,size,sha1,modified_at,content_modified_at,path_collection',
  });
});

test('an id of any signs stays a part of the path that it is put into', async () => {
  const { box, connector } = await open();
  expect(await connector.find?.('../users/me?a=1', signal)).toBeUndefined();
  expect(box.requests.map(({ path }) => path)).toEqual(['/2.0/files/..%2Fusers%2Fme%3Fa%3D1']);
});

test.each([
  [{}, 'https://api.box.com/2.0/users/me'],
  [{ api: 'https://proxy.example.com/2.0/box/2.0' }, 'https://proxy.example.com/2.0/box/2.0/users/me'],
])(
  'with the addresses %j an account is asked for at %s, sixteen requests a second',
  async (endpoints, url) => {
    const { requested, paces, context } = recordRequests();
    await rejection(openBox({ ...context, endpoints }).whoAmI(signal));
    expect([requested, [...paces]]).toEqual([[url], [16]]);
  },
);

test('a call that its SDK refuses to make is an error, and what the SDK says of one that was made is not', async () => {
  const refusal = new Error('The SDK refuses');
  const refuse = async () => {
    throw refusal;
  };
  const send = async (url: string, { method }: RequestInit) => `${method} ${url}`;
  await expect(callBox('https://box.example.com', send, refuse)).rejects.toBe(refusal);
  const made = callBox('https://box.example.com', send, async ({ networkClient }) => {
    await networkClient.fetch({ url: 'https://box.example.com/2.0/a', method: 'GET' });
    throw refusal;
  });
  expect(await made).toMatch(/^GET https:\/\/box\.example\.com\/2\.0\/a\??$/);
});

test('an answer of another form is the fault of Box, by its name', async () => {
  const { box, connector } = await open();
  box.fault = () => ({ kind: 'status', status: 200, body: { entries: 'many' } });
  expect(await rejection(connector.list(undefined, undefined, signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: expect.stringMatching(/^Box /),
  });
});

/** A connection whose file is described, and whose content is answered by what `content` returns. */
function withContent(content: () => Response, name = 'a.txt') {
  const { context } = recordRequests();
  const file = JSON.stringify({ type: 'file', id: '7', name, size: 4 });
  const fetch: typeof globalThis.fetch = async (input) =>
    String(input).includes('/content') ? content() : new Response(file);
  return openBox({ ...context, fetch });
}

test.each([[{}], [{ 'retry-after': '5' }]])(
  'the answer of a file that is not ready is not kept open: %j',
  async (headers) => {
    let ended = 0;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('Being received')),
      cancel() {
        ended += 1;
      },
    });
    const connector = withContent(() => new Response(body, { status: 202, headers }));
    const error = await rejection(connector.fetch({ externalId: '7', versionKey: '' }, signal));
    expect(error.details).toStrictEqual({
      status: 202,
      ...('retry-after' in headers && { retryAfterMs: 5_000 }),
    });
    expect(ended).toBe(1);
  },
);

test('a file has the type that Box names', async () => {
  const connector = withContent(() => new Response('text', { headers: { 'content-type': 'text/csv' } }));
  const fetched = await connector.fetch({ externalId: '7', versionKey: '' }, signal);
  expect(fetched).toMatchObject({ mimeType: 'text/csv', fileName: 'a.txt', versionKey: '7' });
});

test('a file of which fewer bytes come is refused in the name of Box', async () => {
  const connector = withContent(() => new Response('abc'));
  const { body } = await connector.fetch({ externalId: '7', versionKey: '' }, signal);
  await expect(Array.fromAsync(body)).rejects.toThrow(/^Box /);
});

test.each([
  [32 * 1_024 * 1_024, true],
  [32 * 1_024 * 1_024 + 1, false],
])('a note of %i bytes is read: %s', async (bytes, isRead) => {
  const empty = JSON.stringify({ atext: { text: '' } });
  const note = empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  const connector = withContent(() => new Response(note), 'a.boxnote');
  const { body } = await connector.fetch({ externalId: '7', versionKey: '' }, signal);
  const read = Array.fromAsync(body);
  if (isRead) expect(Buffer.concat(await read)).toHaveLength(bytes);
  else expect(await rejection(read)).toMatchObject({ code: 'ITEM_UNSUPPORTED' });
});

test('a file is found while it is there, where it is selected, and not as what is skipped', async () => {
  const { box, connector } = await open();
  const id = box.put('/Chosen/a.txt', 'a');
  const [chosen, other] = [box.folderAt('/Chosen'), box.folderAt('/Other')];
  const canvas = box.put('/b.boxcanvas', 'b');
  const find = (one: string, selection?: readonly string[]) =>
    connector.find?.(one, signal, selection && covering(selection));
  expect(await find(id)).toMatchObject({ externalId: id, name: 'a.txt', path: '/Chosen/a.txt' });
  expect(await find(id, [chosen])).toMatchObject({ externalId: id });
  expect(await find(id, [other])).toBeUndefined();
  expect(await find(canvas)).toBeUndefined();
  box.remove(id);
  expect(await find(id)).toBeUndefined();
});
