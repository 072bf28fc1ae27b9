import type { FetchedItem } from '@docfleet/connectors';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { box, connectionId } from '../test/box-connection.fixture.ts';
import { ask, context, embedAll, list, log, namespace } from '../test/connector-sync.fixture.ts';
import { fetchItemHandler } from './fetch-item.ts';

const { signal } = new AbortController();

async function* parts(text: string) {
  for (const part of text) yield Buffer.from(part);
}

const fetched = (text: string, changes: Partial<FetchedItem> = {}): FetchedItem => ({
  fileName: 'exported.txt',
  mimeType: 'text/plain; charset=utf-8',
  versionKey: 'read as this',
  body: parts(text),
  ...changes,
});

const waiting = () =>
  context.database.document.findFirstOrThrow({ where: { namespaceId: namespace.id, stage: 'FETCH_ITEM' } });

/** Lists the connection's only file and downloads it from a vendor that answers so; notes what both sides are called with. */
async function download(answer: () => Promise<FetchedItem>) {
  await list(await ask(connectionId));
  const { id: documentId, namespaceId, revision } = await waiting();
  const calls: unknown[][] = [];
  const open = async (...place: Parameters<typeof context.providers.open>) => {
    const providers = await context.providers.open(...place);
    const { fileStore } = providers;
    const put: typeof fileStore.put = (key, body, mimeType, given) => {
      calls.push(['put', key, mimeType, given?.aborted]);
      return fileStore.put(key, body, mimeType, given);
    };
    const remove: typeof fileStore.remove = (keys, given) => {
      calls.push(['remove', keys]);
      return fileStore.remove(keys, given);
    };
    return { ...providers, fileStore: { ...fileStore, put, remove } };
  };
  const handler = fetchItemHandler({
    ...context,
    providers: { ...context.providers, open },
    openConnection: (account, waitTimeoutMs) => ({
      ...context.openConnection(account, waitTimeoutMs),
      fetch: (item) => {
        calls.push(['fetch', account.connectionId, waitTimeoutMs, item]);
        return answer();
      },
    }),
  });
  await handler.handle({ documentId, namespaceId, revision }, signal);
  const { database } = context;
  const document = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  return { calls, document };
}

test('an item is stored as its vendor sent it, in the version that was read, and keeps the name it was listed by', async () => {
  box.put('/a.txt', 'hello');
  const { calls, document } = await download(async () => fetched('hello'));
  expect(calls).toEqual([
    [
      'fetch',
      connectionId,
      2_000,
      { externalId: document.externalId, versionKey: document.itemVersion, sizeBytes: 5, name: 'a.txt' },
    ],
    ['put', expect.stringContaining(document.id), 'text/plain; charset=utf-8', false],
  ]);
  expect(document).toMatchObject({
    name: 'a.txt',
    mimeType: 'text/plain',
    stage: 'PARSE',
    status: 'PROCESSING',
  });
  expect(Number(document.fileSize)).toBe(5);
});

test('an item that arrives with the same bytes again stays as it was, and is stored once', async () => {
  const id = box.put('/a.txt', 'hello');
  await download(async () => fetched('hello'));
  await embedAll();
  box.put('/a.txt', 'hello, and changed');
  const { calls, document } = await download(async () => fetched('hello', { versionKey: 'read as that' }));
  const [, put, removed] = calls;
  expect(removed).toEqual(['remove', [put?.[1]]]);
  expect(document).toMatchObject({
    externalId: id,
    status: 'SUCCESS',
    stage: expect.not.stringMatching('PARSE'),
  });
  expect(document.lastFetch).toMatchObject({ version: 'read as that' });
  box.put('/a.txt', 'changed once more');
  const other = await download(async () => fetched('other'));
  expect(other.calls.map(([name]) => name)).toEqual(['fetch', 'put']);
  expect(other.document.stage).toBe('PARSE');
});

test('what was written before a download broke off is withdrawn, and its error is thrown', async () => {
  box.put('/a.txt', 'hello');
  const broken = new AppError('PROVIDER_UNAVAILABLE', 'The vendor broke off');
  async function* half() {
    yield Buffer.from('hel');
    throw broken;
  }
  const downloading = download(async () => fetched('', { body: half() }));
  await expect(downloading).rejects.toMatchObject({ message: 'The vendor broke off' });
  expect(await waiting()).toMatchObject({ stage: 'FETCH_ITEM', mimeType: null });
  expect(log.some((line) => line.includes('was not withdrawn'))).toBe(false);
});

test('an item of more bytes than are ingested is refused, whatever its vendor declares', async () => {
  box.put('/a.txt', 'hello');
  const large = async () => fetched('', { body: manyBytes() });
  await expect(download(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

async function* manyBytes() {
  for (let part = 0; part < 11; part += 1) yield Buffer.alloc(100_000);
}
