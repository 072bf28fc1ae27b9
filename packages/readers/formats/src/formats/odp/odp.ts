import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format } from '../../format.ts';
import { convertEmbeddedObjects } from '../../open-document/read-open-document.ts';

/** Presentations and their templates of LibreOffice and others. */
export const odp: Format = {
  name: 'ODP',
  mimeType: 'application/vnd.oasis.opendocument.presentation',
  matches: ({ signature }) => signature?.extension === 'odp',
  async *convert(source) {
    const { readOdp } = await import('./read-odp.ts');
    yield* asUnreadable('ODP', writeBlocks(readOdp(source), source.locate));
    yield* asUnreadable('ODP', convertEmbeddedObjects(source));
  },
};
