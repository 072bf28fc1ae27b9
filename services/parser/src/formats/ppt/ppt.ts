import { AppError } from '@docfleet/errors';
import { readOleStreams } from '../../detect/ole-streams.ts';
import type { Format } from '../../format.ts';
import { pptx } from '../pptx/pptx.ts';

/** Presentations of PowerPoint 97 to 2003, by way of PPTX. */
export const ppt: Format = {
  name: 'PPT',
  mimeType: 'application/vnd.ms-powerpoint',
  matches: ({ signature }) => signature?.extension === 'ppt',
  async *convert(source) {
    if ((await readOleStreams(source.path)).has('EncryptedSummary'))
      throw new AppError(
        'DOCUMENT_ENCRYPTED',
        'The file is protected by a password: save it without one and send it again',
      );
    const { convertWithLibreOffice } = await import('../../libre-office/convert-with-libre-office.ts');
    const path = await convertWithLibreOffice(source, { inputFilters: ['MS PowerPoint 97'], target: 'pptx' });
    yield* pptx.convert({ ...source, path });
  },
};
