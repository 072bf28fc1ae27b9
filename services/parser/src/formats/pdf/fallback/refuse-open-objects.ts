import { AppError } from '@docfleet/errors';

/** Objects of a sound file end where the next begins: looking for all ends goes once through the file. */
const maxTimes = 20;

/**
 * Throws DOCUMENT_UNREADABLE for objects that begin and do not end: pdf.js looks for each one's end, through all that follows,
 * which takes time that grows with the square of the file's length.
 */
export function refuseOpenObjects(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = -1;
  let looked = 0;
  for (let at = file.indexOf(' obj'); at !== -1; at = file.indexOf(' obj', at + 4)) {
    if (end < at && end !== file.length) end = file.indexOf('endobj', at);
    if (end === -1) end = file.length;
    looked += end - at;
    if (looked > maxTimes * file.length)
      throw new AppError(
        'DOCUMENT_UNREADABLE',
        'The PDF is damaged: the objects in it do not end. Save it again and upload that',
      );
  }
}
