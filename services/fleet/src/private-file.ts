import { readFile, rename, writeFile } from 'node:fs/promises';

/** Reads a JSON file; undefined when it is missing or broken. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a JSON file with permissions of its owner alone, whole or not at all. */
export async function writePrivateJson(file: string, content: unknown): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}
