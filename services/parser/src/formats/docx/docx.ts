import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format } from '../../format.ts';

/** Word documents and templates, with macros or without; macros are not looked at. */
export const docx: Format = {
  name: 'DOCX',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  matches: ({ signature }) => signature?.extension === 'docx',
  async *convert({ path }) {
    const { readDocx } = await import('./read-docx.ts');
    yield* asUnreadable('DOCX', writeBlocks(readDocx(path)));
  },
};
