import { startDropboxFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { entry } from './api.ts';
import { sortEntries } from './entries.ts';
import { openDropbox } from './index.ts';

const openOn = connectorsOnFakes(openDropbox, (url) => ({ api: url, content: url }));

test('a file has the type that Dropbox says', async () => {
  const dropbox = await startDropboxFake();
  const connector = openOn(dropbox, () => dropbox.token);
  const headers = {
    'dropbox-api-result': JSON.stringify({ name: 'a.txt', rev: '7', size: null }),
    'content-type': 'text/plain',
  };
  const account = {
    account_id: 'dbid:a',
    name: { display_name: 'Ada' },
    root_info: { root_namespace_id: '1', home_namespace_id: '1' },
  };
  dropbox.fault = ({ path }) =>
    path.endsWith('/download')
      ? { kind: 'status', status: 200, body: 'bytes', headers }
      : { kind: 'status', status: 200, body: account };
  expect(await connector.fetch({ externalId: 'id:a', versionKey: '' }, signal)).toMatchObject({
    mimeType: 'text/plain',
    fileName: 'a.txt',
    versionKey: '7',
  });
});

const minimal = { '.tag': 'file', id: 'id:a', name: 'a', server_modified: 'm', rev: '1', size: 1 };

test.each([
  [{ export_as: 'xlsx', export_options: null }, 1],
  [{ export_as: null, export_options: ['markdown'] }, 1],
  [{ export_as: null, export_options: ['pdf'] }, 0],
  [{}, 0],
  [null, 0],
])('a document of the export %j is read as %i item', (export_info, count) => {
  const document = entry.parse({ ...minimal, is_downloadable: false, export_info });
  const { items, skipped } = sortEntries([document], { isFull: true });
  expect([items.length, skipped.length]).toEqual([count, 1 - count]);
});

test('changes name the paths of files, folders and what is gone, each by itself, and a whole listing what is gone', () => {
  const entries = [
    { ...minimal, path_lower: '/f/a', path_display: '/F/a' },
    { '.tag': 'folder', path_lower: '/f', path_display: '/F' },
    { '.tag': 'deleted', path_lower: '/old', path_display: '/Old' },
  ].map((one) => entry.parse(one));
  const { items: _, skipped: __, ...paths } = sortEntries(entries, { isFull: false });
  expect(paths).toEqual({ filePaths: ['/F/a'], folderPaths: ['/F'], deletedPaths: ['/Old'] });
  expect(sortEntries(entries, { isFull: true })).toMatchObject({
    filePaths: [],
    folderPaths: [],
    deletedPaths: ['/Old'],
  });
});
