import type { ConnectorItem } from '@docfleet/connectors';
import { expect, test } from '@jest/globals';
import { reasonToSkip } from './sort-items.ts';

const reasonOf = (name: string, mimeType: string | null = null, kind: ConnectorItem['kind'] = 'file') =>
  reasonToSkip({ name, mimeType, kind } as ConnectorItem);

const kinds = {
  'A video': 'mp4 m4v mov avi mkv webm wmv mpg mpeg',
  'A recording': 'mp3 m4a wav flac aac ogg wma',
  'An archive': 'zip rar 7z tar gz tgz bz2 xz',
  'A disk image': 'iso dmg img vmdk vhd vhdx',
  'A program': 'exe dll msi bin so dylib apk jar',
  'A font': 'ttf otf woff woff2',
};

test.each(Object.entries(kinds))('%s is not fetched', (kind, extensions) => {
  for (const extension of extensions.split(' ')) {
    expect(reasonOf(`a.b.${extension}`)).toBe(`${kind} (.${extension}) holds no text that can be read`);
    expect(reasonOf(`A.${extension.toUpperCase()}`)).toContain(kind);
  }
});

test.each(['video/quicktime', 'audio/mpeg', 'font/woff', 'model/gltf+json', 'Video/MP4'])(
  'a file of the type %s is not fetched',
  (type) => {
    expect(reasonOf('a', type)).toBe(`A file of the type ${type} holds no text that can be read`);
  },
);

test.each([
  ['a text', 'a.txt', 'text/plain', 'file'],
  ['a file without an extension and type', 'zip', null, 'file'],
  ['an extension that is not the last', 'a.zip.txt', null, 'file'],
  ['a page that is called like a video', 'How we made film.mp4', null, 'page'],
  ['a PDF that is called like an archive', 'a.zip', 'application/pdf', 'file'],
  [
    'a Word document that is called like a program',
    'a.exe',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'file',
  ],
  ['an OpenDocument that is called like a font', 'a.ttf', 'application/vnd.oasis.opendocument.text', 'file'],
  ['a type that contains the word', 'a', 'text/video/x', 'file'],
] as const)('%s is fetched', (_name, name, type, kind) => {
  expect(reasonOf(name, type, kind)).toBeUndefined();
});

test('a type that only contains that of a PDF says nothing against the name', () => {
  expect(reasonOf('a.zip', 'x/application/pdf')).toContain('An archive');
});
