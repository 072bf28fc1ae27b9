import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Converts a file of a current Office format to an old one with LibreOffice (`soffice`, which must be installed). */
export async function toOldFormat(
  content: Uint8Array,
  from: 'docx' | 'pptx',
  to: 'doc' | 'ppt',
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-office-'));
  const file = join(folder, `file.${from}`);
  try {
    await writeFile(file, content);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const args = [profile, '--headless', '--convert-to', to, '--outdir', folder, file];
    await run('soffice', args, { timeout: 60_000 });
    return await readFile(join(folder, `file.${to}`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
