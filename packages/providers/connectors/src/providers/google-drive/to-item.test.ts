import { expect, test } from '@jest/globals';
import { readRefusal } from './drive-api.ts';
import { driveFile } from './replies.ts';
import { exportOf, isOfBytes, isUnreadableKind, reasonToSkip, toItem } from './to-item.ts';

const google = 'application/vnd.google-apps';
const fileOf = (fields: object = {}) =>
  driveFile.parse({ id: '1', name: 'a.txt', mimeType: 'text/plain', ...fields });

test('what Google leaves out of a file is null, and the file can be read', () => {
  expect(toItem(fileOf(), null)).toEqual({
    externalId: '1',
    name: 'a.txt',
    path: null,
    url: null,
    mimeType: 'text/plain',
    sizeBytes: null,
    modifiedAt: null,
    versionKey: '',
    kind: 'file',
  });
  expect(fileOf()).toMatchObject({
    trashed: false,
    parents: [],
    exportLinks: {},
    capabilities: { canDownload: true },
  });
  expect(reasonToSkip(fileOf({ capabilities: {} }))).toBeUndefined();
});

test.each([
  [{ headRevisionId: 'r', md5Checksum: 'm', modifiedTime: 't' }, 'r'],
  [{ md5Checksum: 'm', modifiedTime: 't' }, 'm'],
  [{ modifiedTime: 't' }, 't'],
])('the version of a file with %j is %s', (fields, version) => {
  expect(toItem(fileOf(fields), '/b')).toMatchObject({ versionKey: version, path: '/b/a.txt' });
});

test.each([
  ['0B4', true],
  ['', false],
  ['2026-01-02T03:04:05.678Z', false],
  ['2026-01-02', true],
  ['r2026-01-02T03:04', true],
])('a version %j is that of bytes: %s', (version, isBytes) => {
  expect(isOfBytes(version)).toBe(isBytes);
});

test('a size is that of the bytes: what is exported has none', () => {
  const all = { size: '12', modifiedTime: 't', webViewLink: 'https://drive.google.com/a' };
  const item = { sizeBytes: 12, modifiedAt: 't', url: 'https://drive.google.com/a' };
  expect(toItem(fileOf(all), null)).toMatchObject(item);
  const document = fileOf({ ...all, mimeType: `${google}.document` });
  expect(toItem(document, null)).toMatchObject({
    ...item,
    sizeBytes: null,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
});

test('of a shortcut Google may leave out what it leads to', () => {
  expect(fileOf({ shortcutDetails: {} }).shortcutDetails).toEqual({});
});

test('a size that is no number is none', () => {
  expect(toItem(fileOf({ size: 'large' }), null).sizeBytes).toBeNull();
});

test.each([
  ['document', 'docx'],
  ['spreadsheet', 'xlsx'],
  ['presentation', 'pptx'],
  ['drawing', 'pdf'],
  ['form', undefined],
  ['site', undefined],
])('a %s of Google is exported as %s', (kind, extension) => {
  const mimeType = `${google}.${kind}`;
  expect(exportOf(mimeType)?.extension).toBe(extension);
  expect(isUnreadableKind(mimeType)).toBe(extension === undefined);
  expect(isUnreadableKind('application/vnd.google-appsfoo')).toBe(false);
});

const read = (error: unknown) =>
  readRefusal({ status: 403, headers: new Headers(), text: 'the text', json: { error } });

test.each([
  [{ message: 'No' }, { reason: 'No' }],
  [{ message: 'No', errors: 'none' }, { reason: 'No' }],
  [{ message: 'No', errors: [] }, { reason: 'No' }],
  [{ message: 'No', errors: [{ reason: 'unknown' }] }, { reason: 'No' }],
  [
    { message: 'No', errors: [{ reason: 'invalid', location: 'pageToken' }] },
    { reason: 'No', subject: 'cursor' },
  ],
  [{ message: 'No', errors: [{ reason: 'invalid', location: 'q' }] }, { reason: 'No' }],
  [
    { message: 'No', errors: [{ reason: 'exportSizeLimitExceeded' }] },
    { reason: 'No', subject: 'unsupported' },
  ],
  ['invalid_grant', { reason: 'the text' }],
])('the refusal %j is %j', (error, note) => {
  expect(read(error)).toEqual(note);
});
