import { expect, test } from '@jest/globals';
import { driveItem } from './replies.ts';
import { isFolder, readExternalId, reasonToSkip, toItem } from './to-item.ts';

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
