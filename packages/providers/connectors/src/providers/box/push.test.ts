import { startBoxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { boxEndpoints } from '../../../test/box.fixture.ts';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { signatureOf } from '../../push.ts';
import { boxPush } from './push.ts';

const ofFiles = ['UPLOADED', 'TRASHED', 'DELETED', 'RESTORED', 'MOVED', 'RENAMED'].map(
  (one) => `FILE.${one}`,
);
const ofFolders = ['CREATED', 'TRASHED', 'DELETED', 'RESTORED', 'MOVED', 'RENAMED', 'COPIED'].map(
  (one) => `FOLDER.${one}`,
);
const address = 'https://docs.example.com/notifications/1';

async function open() {
  const box = await startBoxFake();
  const channels = boxPush.openChannels?.({
    fetch: globalThis.fetch,
    accessToken: async () => box.token,
    endpoints: boxEndpoints(box.url),
    markup: { toMarkdown: async (_form, text) => text },
    pace: async () => undefined,
  });
  const create = (resource: string, to = address) =>
    channels!.create({ id: '1', secret: 's', resource, address: to }, signal);
  const sent = (method: string) =>
    box.requests
      .filter((request) => request.method === method && request.path.includes('/webhooks'))
      .map(({ json }) => json);
  const resources = (selection?: readonly string[]) => channels!.resources({ feeds: [], selection }, signal);
  const remove = (vendorId: string) => channels!.remove({ id: '1', vendorId }, signal);
  return { box, create, sent, resources, remove };
}

test('a webhook of a folder or file reports all that a listing shows', async () => {
  const { box, create, sent } = await open();
  const file = box.put('/Folder/a.txt', 'a');
  const folder = box.folderAt('/Folder');
  await create(`folder:${folder}`);
  await create(`file:${file}`);
  expect(sent('POST')).toEqual([
    { target: { id: folder, type: 'folder' }, address, triggers: [...ofFiles, ...ofFolders] },
    { target: { id: file, type: 'file' }, address, triggers: ofFiles },
  ]);
  await box.close();
});

test('a webhook that the application has for a folder gets the new address, and one of a file of the same number does not', async () => {
  const { box, create, sent } = await open();
  box.put('/Folder/a.txt', 'a');
  const folder = box.folderAt('/Folder');
  box.putTwin(folder, 'twin.txt');
  const ofFile = await create(`file:${folder}`);
  const ofFolder = await create(`folder:${folder}`);
  const other = 'https://docs.example.com/notifications/2';
  expect(await create(`folder:${folder}`, other)).toEqual(ofFolder);
  expect(sent('PUT')).toEqual([{ address: other, triggers: [...ofFiles, ...ofFolders] }]);
  expect(box.push.addresses).toEqual(
    new Map([
      [ofFile.vendorId, address],
      [ofFolder.vendorId, other],
    ]),
  );
  await box.close();
});

test('of an account its folders are watched, and of a selection what it names', async () => {
  const { box, resources } = await open();
  const file = box.put('/a.txt', 'a');
  const folder = box.folderAt('/Folder');
  expect(await resources()).toEqual([`folder:${folder}`]);
  const named = [`folder:${folder}`, `file:${file}`];
  expect(await resources([...named, 'my-folder:1'])).toEqual(named);
  expect(await resources([folder, file])).toEqual(named);
  await box.close();
});

test('what Box cannot do now is tried again, and an answer of another form is its fault, by its name', async () => {
  const { box, create, resources, remove } = await open();
  const folder = box.folderAt('/Folder');
  box.fault = () => ({ kind: 'status', status: 503 });
  for (const asked of [resources([folder]), remove('1')])
    expect(await rejection(asked)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  box.fault = ({ method }) => (method === 'POST' ? { kind: 'status', status: 201, body: {} } : undefined);
  expect((await rejection(create(`folder:${folder}`))).message).toMatch(/^Box /);
  await box.close();
});

test('a webhook is found beside those whose folders are gone', async () => {
  const { box, create } = await open();
  const folder = box.folderAt('/Folder');
  const { vendorId } = await create(`folder:${folder}`);
  const entries = [{ id: 'of-nothing' }, { id: vendorId, target: { id: folder, type: 'folder' } }];
  box.fault = ({ method, path }) =>
    method === 'GET' && path.endsWith('/webhooks')
      ? { kind: 'status', status: 200, body: { entries } }
      : undefined;
  expect((await create(`folder:${folder}`)).vendorId).toBe(vendorId);
  await box.close();
});

const receivedAt = new Date('2026-01-01T00:00:00Z');
const body = Buffer.from('{}');
const sentAt = receivedAt.toISOString();
const signed = {
  'box-delivery-timestamp': sentAt,
  'box-signature-version': '1',
  'box-signature-algorithm': 'HmacSHA256',
  'box-signature-primary': signatureOf('key', [body, sentAt], 'base64'),
  'box-signature-secondary': signatureOf('other', [body, sentAt], 'base64'),
};

test.each([
  [[], 'change'],
  [['box-signature-secondary'], 'change'],
  [['box-signature-primary'], 'forged'],
  [['box-signature-primary', 'box-signature-secondary'], 'forged'],
  [['box-delivery-timestamp'], 'forged'],
  [['box-signature-version'], 'forged'],
  [['box-signature-algorithm'], 'forged'],
])('a delivery without %j is an %s', (missing, kind) => {
  const headers = new Headers(signed);
  for (const name of missing) headers.delete(name);
  const secrets = { channel: undefined, client: { signatureKeys: { primary: 'key' } } };
  expect(boxPush.receive({ headers, body, receivedAt }, secrets).kind).toBe(kind);
});
