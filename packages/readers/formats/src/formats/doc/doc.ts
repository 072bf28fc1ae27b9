import { open } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { readAt } from '../../detect/read-at.ts';
import type { Format } from '../../format.ts';
import { docx } from '../docx/docx.ts';
import { freezeFields } from './frozen-fields.ts';

const sectorLength = 512;
const wordMagic = 0xa5ec;
const encryptedFlag = 0x0100;

/** Whether the main stream, which Word writes first, says that the rest is encrypted. [MS-DOC] 2.5.2, FibBase. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = await readAt(file, sectorLength, 12);
    if (head.length < 12 || head.readUInt16LE(0) !== wordMagic) return false;
    return (head.readUInt16LE(10) & encryptedFlag) !== 0;
  } finally {
    await file.close();
  }
}

/** Word 6 and 95 called their files alike. */
const inputFilters = ['MS Word 97', 'MS Word 95', 'MS WinWord 6'];

/** Documents of Word 6 to 2003, by way of DOCX. */
export const doc: Format = {
  name: 'DOC',
  mimeType: 'application/msword',
  matches: ({ signature }) => signature?.extension === 'doc',
  async *convert(source) {
    if (await isEncrypted(source.path))
      throw new AppError(
        'DOCUMENT_ENCRYPTED',
        'The file is protected by a password: save it without one and send it again',
      );
    const { convertWithLibreOffice } = await import('../../libre-office/convert-with-libre-office.ts');
    const frozen = await freezeFields(source.path, source.workDirectory);
    const path = await convertWithLibreOffice({ ...source, path: frozen }, { inputFilters, target: 'docx' });
    yield* docx.convert({ ...source, path });
  },
};
