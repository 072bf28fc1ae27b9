import { AppError } from '@docfleet/errors';
import { readOleStreams } from '../../detect/ole-streams.ts';
import type { Format } from '../../format.ts';
import { pptx } from '../pptx/pptx.ts';

const maxUserBytes = 4_096;
const markAt = 12;
const encryptedMark = 0xf3d1_c4df;

/** Whether the stream that names the last user says that the others are encrypted, which may have no other sign. [MS-PPT] 2.3.2. */
async function isEncrypted(path: string): Promise<boolean> {
  const streams = await readOleStreams(path);
  if (streams.has('EncryptedSummary')) return true;
  const user = await streams.read('Current User', maxUserBytes);
  return user !== undefined && user.length >= markAt + 4 && user.readUInt32LE(markAt) === encryptedMark;
}

/** Presentations of PowerPoint 97 to 2003, converted to PPTX first. */
export const ppt: Format = {
  name: 'PPT',
  mimeType: 'application/vnd.ms-powerpoint',
  matches: ({ signature }) => signature?.extension === 'ppt',
  async *convert(source) {
    if (await isEncrypted(source.path))
      throw new AppError(
        'DOCUMENT_ENCRYPTED',
        'The file is protected by a password: save it without one and send it again',
      );
    const { convertWithLibreOffice } = await import('../../libre-office/convert-with-libre-office.ts');
    const path = await convertWithLibreOffice(source, { inputFilters: ['MS PowerPoint 97'], target: 'pptx' });
    yield* pptx.convert({ ...source, path });
  },
};
