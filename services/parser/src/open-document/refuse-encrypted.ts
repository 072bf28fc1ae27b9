import { AppError } from '@docfleet/errors';
import type { ZipArchive } from '../zip/zip-archive.ts';

/** Throws DOCUMENT_ENCRYPTED for an OpenDocument file with a password: its manifest states how each part is encrypted. */
export async function refuseEncrypted(archive: ZipArchive): Promise<void> {
  const manifest = await archive.readText('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data'))
    throw new AppError(
      'DOCUMENT_ENCRYPTED',
      'The file is protected by a password: save it without one and send it again',
    );
}
