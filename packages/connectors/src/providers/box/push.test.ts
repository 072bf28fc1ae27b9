import { startBoxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { boxEndpoints } from '../../../test/box.fixture.ts';
import { signal } from '../../../test/conformance-subject.ts';
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
  return { box, create, sent };
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
