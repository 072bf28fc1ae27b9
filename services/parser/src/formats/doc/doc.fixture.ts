import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file in an old format of Office, made by LibreOffice of one in a new format. */
export function toOldFormat(content: Uint8Array, from: 'docx' | 'pptx', to: 'doc' | 'ppt'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'docfleet-office-'));
  try {
    writeFileSync(join(folder, `file.${from}`), content);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const args = [
      profile,
      '--headless',
      '--convert-to',
      to,
      '--outdir',
      folder,
      join(folder, `file.${from}`),
    ];
    execFileSync('soffice', args, { timeout: 60_000, stdio: 'ignore' });
    return readFileSync(join(folder, `file.${to}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
