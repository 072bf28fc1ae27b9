import { failDocument } from '@docfleet/domain/document';
import { AppError, type ErrorCode } from '@docfleet/errors';
import { startGoogleDriveEmulator } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import {
  ask,
  connect,
  context,
  embedAll,
  fetchAll,
  list,
  namespace,
  sync,
} from '../test/connector-sync.fixture.ts';

/** A file of a selection, which is listed whole by each sync, and whose content ends so. */
async function startFailing(code: ErrorCode) {
  const emulator = await startGoogleDriveEmulator();
  const { store, url, accessToken } = emulator;
  const connectionId = await connect('GOOGLE_DRIVE', { url, token: accessToken } as never);
  store.put({ id: 'top', name: 'Top', mimeType: 'application/vnd.google-apps.folder' });
  store.put({ id: 'broken', name: 'broken.pdf', parent: 'top', content: 'broken' });
  store.put({ id: 'good', name: 'good.txt', parent: 'top', content: 'good' });
  const config = { connectionId, externalIds: ['top'] };
  await listAndFail(await ask(connectionId, { config }), code);
  return { store, connectionId, config, close: emulator.close };
}

async function listAndFail(run: string, code: ErrorCode): Promise<void> {
  await list(run);
  await fetchAll();
  const where = { namespaceId: namespace.id, externalId: 'broken', stage: 'PARSE' } as const;
  const { id: documentId, revision } = await context.database.document.findFirstOrThrow({ where });
  const document = { namespaceId: namespace.id, documentId, revision };
  await failDocument(context.database, document, new AppError(code, 'It cannot be read'));
  await embedAll();
}

/** Another change of the drive, so that the selection is listed again. */
let edition = 0;
const touch = ({ store }: Awaited<ReturnType<typeof startFailing>>) => {
  edition += 1;
  store.put({ id: 'good', name: 'good.txt', parent: 'top', content: `good ${edition}` });
};

test.each(['DOCUMENT_UNREADABLE', 'UNSUPPORTED_FILE_TYPE'] as ErrorCode[])(
  'what cannot be read (%s) is downloaded once, and stays among the failed with its reason',
  async (code) => {
    const failing = await startFailing(code);
    touch(failing);
    const run = await sync(failing.connectionId, { config: failing.config });
    expect(run).toMatchObject({ fetched: 1, items: { searchable: 1, failed: 1 } });
    expect(run.items?.reasons).toContainEqual({ part: 'failed', reason: 'It cannot be read', items: 1 });
    touch(failing);
    expect(await sync(failing.connectionId, { config: failing.config })).toMatchObject({ fetched: 1 });
    await failing.close();
  },
);

test('what cannot be read is read again once it has changed', async () => {
  const failing = await startFailing('DOCUMENT_UNREADABLE');
  failing.store.put({ id: 'broken', name: 'broken.pdf', parent: 'top', content: 'repaired' });
  expect(await sync(failing.connectionId, { config: failing.config })).toMatchObject({
    fetched: 1,
    items: { searchable: 1, unchanged: 1, failed: 0 },
  });
  await failing.close();
});

test('what cannot be read is read again in another way', async () => {
  const failing = await startFailing('DOCUMENT_UNREADABLE');
  const config = { ...failing.config, ocrConfig: { strategy: 'BASIC_PARSER' } };
  const { ingestJobId } = await context.database.ingestJobRun.findFirstOrThrow({
    where: { namespaceId: namespace.id },
  });
  await context.database.ingestJob.update({ where: { id: ingestJobId }, data: { config } });
  expect(await sync(failing.connectionId, { config })).toMatchObject({ fetched: 2 });
  await failing.close();
});

test('what failed for a reason that may be over is read again', async () => {
  const failing = await startFailing('PROVIDER_REJECTED');
  touch(failing);
  expect(await sync(failing.connectionId, { config: failing.config })).toMatchObject({ fetched: 2 });
  await failing.close();
});

test('a web page in place of a file does not go to the parser', async () => {
  const { store, url, accessToken, close } = await startGoogleDriveEmulator();
  const connectionId = await connect('GOOGLE_DRIVE', { url, token: accessToken } as never);
  store.put({ id: 'warned', name: 'warned.pdf', content: '<!DOCTYPE html><html>Virus scan warning</html>' });
  await list(await ask(connectionId));
  await expect(fetchAll()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  const { stage } = await context.database.document.findFirstOrThrow({
    where: { namespaceId: namespace.id, externalId: 'warned' },
  });
  expect(stage).toBe('FETCH_ITEM');
  await close();
});
