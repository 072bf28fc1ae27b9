import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder that only its owner may enter. Those above it, where missing, are made as usual. */
export async function makeOwnFolder(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}
