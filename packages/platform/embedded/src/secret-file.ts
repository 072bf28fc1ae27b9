import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';

/** The password in a file that only its owner may read; made up when the file does not exist. */
export async function keepPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw belongsToAnother(file, error);
    if (code !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function belongsToAnother(file: string, cause: unknown): AppError {
  const sentence = `${file} belongs to another user: start as that user, or set DATA_DIR to another folder`;
  return new AppError('SERVICE_UNAVAILABLE', sentence, { cause });
}
