import { readFile } from 'node:fs/promises';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format } from '../../format.ts';

/** Rich text of Word, WordPad, TextEdit and LibreOffice; in code pages and in Unicode. */
export const rtf: Format = {
  name: 'RTF',
  mimeType: 'application/rtf',
  matches: ({ signature }) => signature?.extension === 'rtf',
  async *convert({ path }) {
    const { readRtf } = await import('./read-rtf.ts');
    yield* asUnreadable('RTF', writeBlocks(readRtf(await readFile(path))));
  },
};
