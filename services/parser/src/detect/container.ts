import { AppError } from '@docfleet/errors';
import type { Sample } from '../format.ts';
import { openZip } from '../zip/zip-file.ts';
import { readOleStreams } from './ole-streams.ts';
import { readZipEntries } from './zip-entries.ts';

const zipMark = Buffer.from('PK\x03\x04', 'latin1');
const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LONGEST_TYPE = 256;

const beginsWith = (head: Uint8Array, mark: Buffer) => mark.equals(head.subarray(0, mark.length));

/**
 * What a file holds that is a container of others, as office files and books are. Throws DOCUMENT_TOO_COMPLEX for one that unpacks
 * to too much, and DOCUMENT_ENCRYPTED for an office file that has been put into another to protect it.
 */
export async function readContainer(
  path: string,
  head: Uint8Array,
): Promise<Pick<Sample, 'zip' | 'oleStreams'>> {
  if (beginsWith(head, oleMark)) return { zip: undefined, oleStreams: await readStreams(path) };
  if (!beginsWith(head, zipMark)) return { zip: undefined, oleStreams: [] };
  const entries = await readZipEntries(path);
  if (!entries) throw new AppError('DOCUMENT_UNREADABLE', 'The file is damaged or incomplete: send it again');
  const names = new Set(entries.map(({ name }) => name));
  const type = entries.find(({ name, size }) => name === 'mimetype' && size <= LONGEST_TYPE);
  return { zip: { names, mimeType: type ? await readType(path) : '' }, oleStreams: [] };
}

async function readType(path: string): Promise<string> {
  const pieces = await Array.fromAsync((await openZip(path)).readText('mimetype'));
  return pieces.join('').trim();
}

async function readStreams(path: string): Promise<readonly string[]> {
  const streams = await readOleStreams(path);
  if (!streams.includes('EncryptedPackage')) return streams;
  throw new AppError(
    'DOCUMENT_ENCRYPTED',
    'The file is protected by a password: save it without one and send it again',
  );
}
