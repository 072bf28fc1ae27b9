import type { GoogleDriveEmulator } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';
import { listAll } from '../../../test/list-all.fixture.ts';

const start = googleDrives();

describe('everything', () => {
  test('is listed to the last page, shared drives included, and trashed files are not', async () => {
    const { store, connector } = await start({ pageSize: 3 });
    for (let number = 0; number < 10; number += 1) store.put({ id: `own${number}`, name: `${number}.txt` });
    store.addDrive('team');
    store.addDrive('empty');
    for (let number = 0; number < 5; number += 1)
      store.put({ id: `team${number}`, name: `${number}.txt`, driveId: 'team', parent: 'team' });
    store.put({ id: 'bin', name: 'old.txt', trashed: true });
    const { ids, isComplete } = await listAll(connector);
    expect(ids).toHaveLength(15);
    expect(ids).toEqual(expect.arrayContaining(['own9', 'team4']));
    expect(isComplete).toBe(true);
  });

  test('is requested in pages as long as Google allows', async () => {
    const { emulator, store, connector } = await start();
    const first = await listAll(connector);
    for (let number = 0; number < 1_000; number += 1)
      store.put({ id: `own${number}`, name: `${number}.txt` });
    for (let number = 0; number < 100; number += 1) store.drives.push(`d${number}`);
    const before = emulator.requests.length;
    expect((await listAll(connector, first.syncCursor)).ids).toHaveLength(1_000);
    const paths = emulator.requests.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('/changes'))).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith('/drives'))).toHaveLength(1);
    store.drives.length = 0;
    const again = emulator.requests.length;
    expect((await listAll(connector)).ids).toHaveLength(1_000);
    // Three requests: the start of the log, the files, and the list of drives.
    expect(emulator.requests.length - again).toBe(3);
  });

  test('has the checksum as its version where the account may not see revisions', async () => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt', hasRevisions: false });
    const { items } = await listAll(connector);
    expect(items[0]?.versionKey).toBe('m1');
  });

  test('is what was picked when the token may see nothing else and may not ask for drives', async () => {
    const { store, connector } = await start({ scope: 'drive.file' });
    store.put({ id: 'picked', name: 'picked.txt' });
    expect(await listAll(connector)).toMatchObject({ ids: ['picked'], isComplete: true });
  });

  test('is not called complete when Google has cut a search short', async () => {
    const { store, connector } = await start();
    store.addDrive('team');
    store.put({
      id: 'folder',
      name: 'Folder',
      mimeType: `${google}.folder`,
      driveId: 'team',
      parent: 'team',
    });
    store.put({ id: 'a', name: 'a.txt', driveId: 'team', parent: 'folder' });
    for (const place of ['user', 'drive']) {
      store.cutsSearches.add(place);
      expect(await listAll(connector)).toMatchObject({ ids: ['a'], isComplete: false });
      store.cutsSearches.clear();
      expect(await listAll(connector)).toMatchObject({ ids: ['a'], isComplete: true });
    }
    store.cutsSearches.add('drive');
    expect(await listAll(connector, undefined, ['folder'])).toMatchObject({ ids: ['a'], isComplete: false });
  });

  test('includes shared drives of which there is more than a page', async () => {
    const { store, connector } = await start({ pageSize: 2 });
    const drives = ['1', '2', '3', '4', '5'];
    for (const drive of drives) {
      store.addDrive(drive);
      store.put({ id: `in${drive}`, name: 'a.txt', driveId: drive, parent: drive });
    }
    expect((await listAll(connector)).ids).toEqual(drives.map((drive) => `in${drive}`));
  });

  test('is not taken for what was picked when the token itself is refused', async () => {
    const { connector } = await start({
      fault: ({ path }) => (path.endsWith('/drives') ? { status: 401, body: '' } : undefined),
    });
    await expect(listAll(connector)).rejects.toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  });

  test('has nothing behind a shortcut to the trash, and ends when a target cannot be looked up now', async () => {
    let isDown = false;
    const { store, connector } = await start({
      fault: ({ path }) => (isDown && path.endsWith('/files/target') ? { status: 503, body: '' } : undefined),
    });
    store.put({ id: 'target', name: 'target.txt', trashed: true });
    store.put({ id: 's', name: 's', mimeType: `${google}.shortcut`, shortcutTo: 'target' });
    store.put({ id: 'empty', name: 'empty', mimeType: `${google}.shortcut` });
    const { ids, skipped } = await listAll(connector);
    expect([ids, skipped.map(({ externalId }) => externalId)]).toEqual([[], ['s', 'empty']]);
    isDown = true;
    await expect(listAll(connector)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });

  test('passes over a shared drive that Google lists and does not open, and proves nothing of what is in it', async () => {
    const { store, connector } = await start();
    store.put({ id: 'own', name: 'own.txt' });
    for (const drive of ['ghost', 'team']) store.addDrive(drive);
    store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
    store.closeDrive('ghost');
    const first = await listAll(connector);
    expect(first).toMatchObject({ ids: ['inside', 'own'], isUnproven: true });
    expect(first.skipped).toMatchObject([{ externalId: 'ghost' }]);
    store.put({ id: 'later', name: 'later.txt', driveId: 'team', parent: 'team' });
    expect(await listAll(connector, first.syncCursor)).toMatchObject({ ids: ['later'], isComplete: false });
  });

  test('resolves shortcuts to their targets and says which of them lead nowhere', async () => {
    const { store, connector } = await start();
    store.put({ id: 'target', name: 'target.txt', driveId: 'elsewhere' });
    store.put({ id: 'good', name: 'good', mimeType: `${google}.shortcut`, shortcutTo: 'target' });
    store.put({ id: 'dangling', name: 'dangling', mimeType: `${google}.shortcut`, shortcutTo: 'nowhere' });
    const { ids, skipped } = await listAll(connector);
    expect(ids).toEqual(['target']);
    expect(skipped).toEqual([
      {
        externalId: 'dangling',
        name: 'dangling',
        reason: 'The target of this shortcut is gone or not shared',
      },
    ]);
  });

  test('skips what has no content to read, with a reason for each', async () => {
    const { store, connector } = await start();
    store.put({ id: 'form', name: 'Survey', mimeType: `${google}.form` });
    store.put({ id: 'secret', name: 'secret.pdf', mimeType: 'application/pdf', canDownload: false });
    const { ids, skipped } = await listAll(connector);
    expect(ids).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'Google Drive cannot export a file of the kind "form"',
      'Its owner does not allow downloads',
    ]);
  });
});

describe('the change feed', () => {
  test('names what is new, edited or renamed, and what was trashed', async () => {
    const { emulator, store, connector } = await start();
    for (const id of ['same', 'edited', 'renamed', 'trashed']) store.put({ id, name: `${id}.txt` });
    const first = await listAll(connector);
    const versions = new Map(first.items.map((item) => [item.externalId, item.versionKey]));
    store.put({ id: 'edited', name: 'edited.txt', content: 'more' });
    store.put({ id: 'new', name: 'new.txt' });
    store.edit('renamed', { name: 'other.txt' });
    store.edit('trashed', { trashed: true });
    const before = emulator.requests.length;
    const second = await listAll(connector, first.syncCursor);
    expect(second).toMatchObject({
      ids: ['edited', 'new', 'renamed'],
      deleted: ['trashed'],
      isComplete: false,
    });
    // The user's log, and the list of shared drives.
    expect(emulator.requests.length - before).toBe(2);
    const now = new Map(second.items.map((item) => [item.externalId, item]));
    expect(now.get('edited')?.versionKey).not.toBe(versions.get('edited'));
    expect(now.get('renamed')).toMatchObject({ name: 'other.txt', versionKey: versions.get('renamed') });
    expect(await listAll(connector, second.syncCursor)).toMatchObject({
      ids: [],
      deleted: [],
      isComplete: false,
    });
  });

  test('misses no change that was made during the first listing', async () => {
    const { store, connector } = await start({ pageSize: 1 });
    for (const id of ['a', 'b', 'c']) store.put({ id, name: id });
    const first = await connector.list(undefined, undefined, signal);
    store.put({ id: 'a', name: 'a', content: 'edited behind the listing' });
    const rest = await listAll(connector, first.nextCursor);
    expect((await listAll(connector, rest.syncCursor)).ids).toContain('a');
  });

  test.each([
    ['a trashed folder', (store: GoogleDriveEmulator['store']) => store.edit('folder', { trashed: true })],
    ['something removed without a name', (store: GoogleDriveEmulator['store']) => store.remove('file')],
  ])('leads to a whole listing after %s', async (_what, happen) => {
    const { store, connector } = await start();
    store.put({ id: 'folder', name: 'folder', mimeType: `${google}.folder` });
    store.put({ id: 'file', name: 'file.txt', parent: 'folder' });
    const { syncCursor } = await listAll(connector);
    happen(store);
    expect(await listAll(connector, syncCursor)).toMatchObject({ isComplete: true });
  });

  test('of a shared drive is read by itself: what is new, edited and gone there arrives', async () => {
    const { emulator, store, connector } = await start({ pageSize: 2 });
    for (const drive of ['team', 'sales']) {
      store.addDrive(drive);
      for (const name of ['same', 'edited', 'trashed'])
        store.put({ id: `${drive}-${name}`, name, driveId: drive, parent: drive });
    }
    const first = await listAll(connector);
    expect(first.ids).toHaveLength(6);
    store.put({ id: 'team-edited', name: 'edited', driveId: 'team', parent: 'team', content: 'more' });
    store.put({ id: 'sales-new', name: 'new', driveId: 'sales', parent: 'sales' });
    store.edit('team-trashed', { trashed: true });
    const before = emulator.requests.length;
    const second = await listAll(connector, first.syncCursor);
    expect(second).toMatchObject({
      ids: ['sales-new', 'team-edited'],
      deleted: ['team-trashed'],
      isComplete: false,
    });
    // The user's log, the list of drives, and each drive's log.
    expect(emulator.requests.length - before).toBe(4);
    expect(await listAll(connector, second.syncCursor)).toMatchObject({ ids: [], deleted: [] });
  });

  test('leads into a shared drive that is new, without a listing of everything else', async () => {
    const { store, connector } = await start();
    store.put({ id: 'own', name: 'own.txt' });
    const first = await listAll(connector);
    store.addDrive('team');
    store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
    const second = await listAll(connector, first.syncCursor);
    expect(second).toMatchObject({ ids: ['inside'], isComplete: false });
    store.put({ id: 'later', name: 'later.txt', driveId: 'team', parent: 'team' });
    expect(await listAll(connector, second.syncCursor)).toMatchObject({ ids: ['later'] });
  });

  test('leads to a whole listing after a shared drive was lost, which no longer names its files', async () => {
    const { store, connector } = await start();
    store.put({ id: 'own', name: 'own.txt' });
    store.addDrive('team');
    store.put({ id: 'inside', name: 'inside.txt', driveId: 'team', parent: 'team' });
    const { syncCursor } = await listAll(connector);
    store.loseDrive('team');
    expect(await listAll(connector, syncCursor)).toMatchObject({ ids: ['own'], isComplete: true });
  });

  test('of a shared drive is watched for a selection in it, too', async () => {
    const { store, connector } = await start();
    store.addDrive('team');
    store.put({ id: 'top', name: 'Top', mimeType: `${google}.folder`, driveId: 'team', parent: 'team' });
    store.put({ id: 'in', name: 'in.txt', driveId: 'team', parent: 'top' });
    const first = await listAll(connector, undefined, ['top']);
    store.put({ id: 'new', name: 'new.txt', driveId: 'team', parent: 'top' });
    expect(await listAll(connector, first.syncCursor, ['top'])).toMatchObject({
      ids: ['in', 'new'],
      isComplete: true,
    });
  });

  test('that is too old is an expired cursor', async () => {
    const { emulator, connector } = await start();
    const { syncCursor } = await listAll(connector);
    emulator.expireTokens();
    await expect(listAll(connector, syncCursor)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  });
});

test("a shared drive's log of several pages is read to its end, and goes on there", async () => {
  const { store, connector } = await start({ pageSize: 2 });
  store.addDrive('team');
  const { syncCursor } = await listAll(connector);
  const put = (id: string) => store.put({ id, name: `${id}.txt`, driveId: 'team', parent: 'team' });
  for (const id of ['1', '2', '3', '4', '5']) put(id);
  const second = await listAll(connector, syncCursor);
  expect(second).toMatchObject({ ids: ['1', '2', '3', '4', '5'], isComplete: false });
  put('6');
  expect((await listAll(connector, second.syncCursor)).ids).toEqual(['6']);
});
