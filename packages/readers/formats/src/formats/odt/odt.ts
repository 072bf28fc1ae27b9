import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format } from '../../format.ts';
import { convertEmbeddedObjects } from '../../open-document/read-open-document.ts';

/** Texts and text templates of LibreOffice and others. */
export const odt: Format = {
  name: 'ODT',
  mimeType: 'application/vnd.oasis.opendocument.text',
  matches: ({ signature }) => signature?.extension === 'odt',
  async *convert(source) {
    const { readOdt } = await import('./read-odt.ts');
    yield* asUnreadable('ODT', writeBlocks(readOdt(source)));
    yield* asUnreadable('ODT', convertEmbeddedObjects(source));
  },
};
