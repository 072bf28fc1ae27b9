import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Evaluates an expression in which `scenario` is this module, which the proxy serves, too, and returns its value. */
export type Evaluate = (module: string, expression: string, proxyUrl: string) => Promise<unknown>;

/** Works in a folder of these files, which goes away with the work. */
export async function inFolder<Result>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-runtime-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
