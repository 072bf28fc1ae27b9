import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Manual } from './manuals.ts';

const run = promisify(execFile);
const downloadMs = 300_000;

/** Downloads a Debian package into `folder` and unpacks it there without installing it; once. */
export async function fetchPackage(folder: string, name: string): Promise<string> {
  const unpacked = join(folder, 'packages', name);
  if (existsSync(unpacked)) return unpacked;
  const scratch = join(folder, 'downloads', name);
  await mkdir(scratch, { recursive: true });
  await run('apt-get', ['-qq', 'download', name], { cwd: scratch, timeout: downloadMs });
  const [archive] = await readdir(scratch);
  if (!archive) throw new Error(`apt-get downloaded nothing for ${name}`);
  const partial = `${unpacked}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await run('dpkg-deb', ['-x', join(scratch, archive), partial], { timeout: downloadMs });
  await rename(partial, unpacked);
  await rm(scratch, { recursive: true });
  return unpacked;
}

/** A manual on this machine's disk. */
export interface FetchedManual {
  readonly name: string;
  readonly pdfPath: string;
  /** The contents of its HTML files; empty where it has none. */
  readonly html: readonly string[];
}

async function readHtml(folder: string, html: Manual['html']): Promise<string[]> {
  if (!html) return [];
  const path = join(await fetchPackage(folder, html.package), html.path);
  if (!html.files) return [await readFile(path, 'utf8')];
  const { files } = html;
  const names = (await readdir(path)).filter((name) => files.test(name)).sort();
  return Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
}

/** Fetches a manual; throws where its package cannot be downloaded or holds another version of it. */
export async function fetchManual(folder: string, manual: Manual): Promise<FetchedManual> {
  const stored = join(await fetchPackage(folder, manual.package), manual.pdf);
  const pdfPath = join(folder, `${manual.name}.pdf`);
  if (!existsSync(pdfPath)) {
    const bytes = await readFile(stored);
    await writeFile(pdfPath, stored.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  }
  return { name: manual.name, pdfPath, html: await readHtml(folder, manual.html) };
}
