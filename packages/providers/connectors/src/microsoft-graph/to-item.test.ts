import { expect, test } from '@jest/globals';
import { driveItem } from './replies.ts';
import { externalIdOf, isFolder, normalSelection, readExternalId, reasonToSkip, toItem } from './to-item.ts';

const itemOf = (fields: object) => driveItem.parse({ id: 'i', name: 'a.txt', file: {}, ...fields });

test.each([
  [{ cTag: 'c', eTag: 'e', lastModifiedDateTime: 'm' }, 'c'],
  [{ eTag: 'e', lastModifiedDateTime: 'm' }, 'e'],
  [{ lastModifiedDateTime: 'm' }, 'm'],
  [{}, ''],
])('the version of an item with %j is "%s"', (fields, version) => {
  expect(toItem('d', itemOf(fields)).versionKey).toBe(version);
});

test('what Graph leaves out is null', () => {
  expect(toItem('d', itemOf({}))).toEqual({
    externalId: 'd:i',
    name: 'a.txt',
    path: null,
    url: null,
    mimeType: null,
    sizeBytes: null,
    modifiedAt: null,
    versionKey: '',
    kind: 'file',
  });
});

test('an item is all that Graph knows of it', () => {
  const all = {
    file: { mimeType: 'text/plain' },
    size: 7,
    webUrl: 'https://contoso.sharepoint.com/a.txt',
    lastModifiedDateTime: '2026-01-01T00:00:00Z',
  };
  expect(toItem('d', itemOf(all))).toMatchObject({
    url: all.webUrl,
    mimeType: 'text/plain',
    sizeBytes: 7,
    modifiedAt: all.lastModifiedDateTime,
  });
});

test.each([
  ['/drives/d/root:/a%20b/c', '/a b/c/a.txt'],
  ['/drives/d/root:', '/a.txt'],
  // A name with a lone percent sign that was not encoded.
  ['/drives/d/root:/100%', '/100%/a.txt'],
  ['/drives/d', null],
])('an item below %s has the path %s', (path, expected) => {
  expect(toItem('d', itemOf({ parentReference: { path } })).path).toBe(expected);
});

test.each([
  [{}, undefined],
  [{ file: undefined }, 'It is neither a file nor a folder'],
  [{ malware: {} }, 'Microsoft has found malware in it'],
  [{ package: { type: 'loop' }, folder: {} }, 'A package of the kind "loop" cannot be downloaded'],
  [{ package: {} }, 'A package of the kind "unknown" cannot be downloaded'],
  [{ name: 'Plan.ONE' }, 'OneNote notebooks are not files and cannot be downloaded'],
  [{ name: 'Plan.onepkg' }, undefined],
])('an item with %j is skipped because of "%s"', (fields, reason) => {
  expect(reasonToSkip(itemOf(fields))).toBe(reason);
});

test('a package is no folder, though Graph calls it one as well', () => {
  expect(isFolder(itemOf({ folder: {} }))).toBe(true);
  expect(isFolder(itemOf({ folder: {}, package: { type: 'oneNote' } }))).toBe(false);
  expect(isFolder(itemOf({}))).toBe(false);
});

test('an id is split at its last colon, and may name a whole drive', () => {
  expect(readExternalId('b!a:b:item')).toEqual({ drive: 'b!a:b', id: 'item' });
  expect(readExternalId('b!a')).toEqual({ drive: 'b!a', id: undefined });
});

test.each([
  ['D4648F06C91D9D3D', 'd4648f06c91d9d3d'],
  ['48F06C91D9D3D', '00048f06c91d9d3d'],
  ['8F06C91D9D3', '8F06C91D9D3'],
  ['b!D4648F06C91D9D3D', 'b!D4648F06C91D9D3D'],
  ['D4648F06C91D9D3D!', 'D4648F06C91D9D3D!'],
])("a consumer's drive has one id, however it is written: %s is %s", (written, drive) => {
  expect(externalIdOf(written, 'A!1')).toBe(`${drive}:A!1`);
  expect(readExternalId(`${written}:A!1`)).toEqual({ drive, id: 'A!1' });
  expect(readExternalId(written)).toEqual({ drive, id: undefined });
  const site = 'contoso.sharepoint.com,D4648F06C91D9D3D,1';
  const contents = [site, `pages:${site}`, `lists:${site}`];
  expect(normalSelection([written, `${written}:A!1`, ...contents])).toEqual([
    drive,
    `${drive}:A!1`,
    ...contents,
  ]);
});

test('an empty selection is not the absence of one', () => {
  expect([normalSelection([]), normalSelection(undefined)]).toEqual([[], undefined]);
});
