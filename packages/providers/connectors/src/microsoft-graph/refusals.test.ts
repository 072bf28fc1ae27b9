import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../test/conformance-subject.ts';
import { graphTenants } from '../../test/graph.fixture.ts';
import { listAll } from '../../test/list-all.fixture.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';

const start = graphTenants(openOneDrive);

test.each([
  [503, 'activityLimitReached', 'Wait', 'PROVIDER_RATE_LIMITED'],
  [507, 'quotaLimitReached', 'Full', 'PROVIDER_RATE_LIMITED'],
  [423, 'resourceLocked', 'Locked', 'PROVIDER_UNAVAILABLE'],
  [401, 'InvalidAuthenticationToken', 'Unable to initialize RPS', 'PROVIDER_UNAVAILABLE'],
  [410, 'resyncRequired', 'Resync required', 'CURSOR_EXPIRED'],
  [410, 'resyncChangesUploadDifferences', 'Resync required', 'CURSOR_EXPIRED'],
  [410, 'resyncChangesApplyDifferences', 'Resync required', 'CURSOR_EXPIRED'],
  [410, 'syncStateNotFound', 'The sync state is gone', 'CURSOR_EXPIRED'],
  [400, 'invalidRequest', 'The provided delta token is malformed', 'CURSOR_EXPIRED'],
  [400, 'invalidRequest', 'The sync token is too old', 'CURSOR_EXPIRED'],
  [400, 'invalidRequest', 'The expression is not valid', 'PROVIDER_REJECTED'],
  [500, 'generalException', 'A delta token could not be made', 'PROVIDER_UNAVAILABLE'],
  [400, 'notSupported', 'The operation is not supported', 'ITEM_UNSUPPORTED'],
])('a %i of the code %s that says "%s" is %s', async (status, code, message, expected) => {
  const { store, connector } = await start({
    fault: ({ query }) => (query.has('token') ? { status, body: { error: { code, message } } } : undefined),
  });
  store.put('own', { id: 'a', name: 'a.txt' });
  const { syncCursor } = await listAll(connector);
  const error = await rejection(connector.list(syncCursor, undefined, signal, feedOf));
  expect(error).toMatchObject({ code: expected, details: { status, reason: message } });
});

/** The feed of the drive, as a sync has kept it. */
const feedOf = {
  find: async () => 'https://graph.microsoft.com/v1.0/drives/own/root/delta?token=1',
  after: async (drive: string | undefined) =>
    drive === undefined
      ? { drive: 'own', cursor: 'https://graph.microsoft.com/v1.0/drives/own/root/delta?token=1' }
      : undefined,
};

test.each([
  [{ error: { code: 'itemNotFound', message: '' } }, 'itemNotFound'],
  [{ error: { message: 'Gone' } }, 'Gone'],
  ['Not found here', 'Not found here'],
])('a refusal is shown in the words of Graph: %j', async (body, reason) => {
  const { connector } = await start({ fault: () => ({ status: 404, body }) });
  expect(await rejection(connector.whoAmI(signal))).toMatchObject({ details: { reason } });
});

test('malware concerns the file alone', async () => {
  const error = { code: 'malwareDetected', message: 'Malware was detected' };
  const { connector } = await start({ fault: () => ({ status: 422, body: { error } }) });
  expect(await rejection(connector.find!('own:a', signal))).toMatchObject({ code: 'ITEM_FORBIDDEN' });
});

test('a page has two hundred items at most, and so does a page of selected ids twenty', async () => {
  const { emulator, store, connector } = await start();
  for (let number = 0; number < 21; number += 1)
    store.put('own', { id: `f${number}`, name: `${number}.txt` });
  await listAll(connector);
  const lists = emulator.requests.filter(({ path }) => path.endsWith('/delta'));
  store.put('own', { id: 'top', name: 'Top', kind: 'folder' });
  await listAll(connector, undefined, ['own:top']);
  lists.push(...emulator.requests.filter(({ path }) => path.endsWith('/children')));
  expect(lists.map(({ query }) => query.get('$top'))).toEqual(['200', '200']);
  for (const { query } of lists) expect(query.get('$select')?.split(',')).toContain('remoteItem');
  const selection = Array.from({ length: 21 }, (_, number) => `own:f${number}`);
  const first = await connector.list(undefined, selection, signal);
  expect([first.items.length, first.nextCursor === undefined]).toEqual([20, false]);
});

test.each([
  ['of another form', { body: { value: 'none' } }],
  ['no JSON', { body: '<html>' }],
  ['a gap', { body: { id: 7 } }],
])('an answer that is %s is an outage of the product that is read', async (_what, reply) => {
  const { connector } = await start({ fault: () => reply });
  expect(await rejection(connector.whoAmI(signal))).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'OneDrive answered in a form that cannot be read',
  });
});
