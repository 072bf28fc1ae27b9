import { describe, expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../test/conformance-subject.ts';
import { graphTenants } from '../../test/graph.fixture.ts';
import { listAll } from '../../test/list-all.fixture.ts';
import { openOneDrive } from '../providers/onedrive/index.ts';

const start = graphTenants(openOneDrive);
const expired = {
  status: 401,
  body: { error: { code: 'unauthenticated', message: 'The link has expired' } },
};

describe('contents', () => {
  test('come from where Graph redirects to, which does not get the token', async () => {
    const { emulator, store, connector } = await start();
    store.put('own', { id: 'a', name: 'a.txt', content: 'Hello' });
    const { body, ...item } = await connector.fetch({ externalId: 'own:a', versionKey: 'any' }, signal);
    expect(item).toEqual({ mimeType: 'text/plain', fileName: 'a.txt', versionKey: 'c1' });
    expect(await textOf(body)).toBe('Hello');
    expect(emulator.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['is not there', undefined, 'ITEM_NOT_FOUND'],
    ['is a notebook', { kind: 'oneNote' as const }, 'ITEM_UNSUPPORTED'],
    ['is a section of a notebook', { name: 'Plans.one' }, 'ITEM_UNSUPPORTED'],
    ['has malware in it', { malware: true }, 'ITEM_FORBIDDEN'],
  ])('of what %s are refused', async (_what, item, code) => {
    const { store, connector } = await start();
    if (item) store.put('own', { id: 'a', name: 'a', ...item });
    expect(
      await rejection(connector.fetch({ externalId: 'own:a', versionKey: 'any' }, signal)),
    ).toMatchObject({ code });
  });

  test('have the type that their host says where Graph knows none', async () => {
    const { store, connector } = await start();
    store.put('own', { id: 'a', name: 'table', mimeType: null, content: 'a,b' });
    const fetched = await connector.fetch({ externalId: 'own:a', versionKey: 'any' }, signal);
    expect(fetched.mimeType).toBe('text/csv');
  });

  test('are bytes where neither Graph nor their host names a type', async () => {
    const { store, connector } = await start({
      fault: ({ path }) =>
        path.endsWith('/content') ? { status: 200, headers: { 'content-type': '' }, body: 'a,b' } : undefined,
    });
    store.put('own', { id: 'a', name: 'table', mimeType: null });
    const fetched = await connector.fetch({ externalId: 'own:a', versionKey: 'any' }, signal);
    expect(fetched.mimeType).toBe('application/octet-stream');
  });

  test('whose link has expired before it was followed are asked for once more', async () => {
    let refusals = 1;
    const tokens: (boolean | undefined)[] = [];
    const { store, openAs, emulator } = await start({
      fault: ({ path }) => (path.startsWith('/preauthenticated/') && refusals-- > 0 ? expired : undefined),
    });
    store.put('own', { id: 'a', name: 'a.txt', content: 'Hello' });
    const accessToken = async (after401?: boolean) => {
      tokens.push(after401);
      return emulator.accessToken;
    };
    const { body } = await openAs({ accessToken }).fetch({ externalId: 'own:a', versionKey: 'any' }, signal);
    expect(await textOf(body)).toBe('Hello');
    // The token was not to blame.
    expect(tokens).not.toContain(true);
  });

  test('that their host refuses concern the file, and not the connection', async () => {
    const { store, connector } = await start({
      fault: ({ path }) => (path.startsWith('/preauthenticated/') ? expired : undefined),
    });
    store.put('own', { id: 'a', name: 'a.txt', content: 'Hello' });
    expect(
      await rejection(connector.fetch({ externalId: 'own:a', versionKey: 'any' }, signal)),
    ).toMatchObject({
      code: 'ITEM_FORBIDDEN',
      details: { status: 401 },
    });
  });
});

test('sections of notebooks are skipped like the notebooks, though the change feed names them as files', async () => {
  const { store, connector } = await start();
  store.put('own', { id: 'n', name: 'Notes', kind: 'oneNote' });
  store.put('own', { id: 's', name: 'Plans.one', parent: 'n', mimeType: 'application/msonenote' });
  store.put('own', {
    id: 't',
    name: 'Open Notebook.onetoc2',
    parent: 'n',
    mimeType: 'application/msonenote',
  });
  store.put('own', { id: 'f', name: 'number.one.txt' });
  const { ids, skipped } = await listAll(connector);
  expect(ids).toEqual(['own:f']);
  expect(skipped.map(({ name }) => name)).toEqual(['Notes', 'Plans.one', 'Open Notebook.onetoc2']);
});
