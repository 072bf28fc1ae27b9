import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fetchPackage } from '../parsing/public/fetch.ts';

const run = promisify(execFile);

/** Manual pages by the Debian packages that hold them; name and section. */
const pages = {
  wget: [['wget', 1]],
  findutils: [
    ['xargs', 1],
    ['find', 1],
  ],
  rsync: [['rsync', 1]],
  curl: [['curl', 1]],
  tar: [['tar', 1]],
  cron: [['crontab', 5]],
  'openssh-client': [['ssh_config', 5]],
  grep: [['grep', 1]],
  procps: [['ps', 1]],
  coreutils: [['ls', 1]],
} as const;

/** Manuals as plain text. */
const texts = {
  'debian-faq.txt': ['debian-faq', 'usr/share/doc/debian/FAQ/debian-faq.en.txt.gz'],
  'fhs-3.0.txt': ['debian-policy', 'usr/share/doc/debian-policy/fhs/fhs-3.0.txt.gz'],
} as const;

/** Writes a manual page as plain text of 78 columns, as `man NAME > NAME.txt` does. */
async function renderPage(source: string, target: string): Promise<void> {
  const command = 'gunzip -c "$0" | groff -man -Tutf8 -P-c -rLL=78n 2>/dev/null | col -bx > "$1"';
  await run('sh', ['-c', command, source, `${target}.partial`]);
  await rename(`${target}.partial`, target);
}

/** Fetches manuals of Debian as texts into a folder, those that it lacks; needs apt-get, dpkg-deb and groff. Returns the paths. */
export async function fetchManuals(folder: string): Promise<string[]> {
  const target = join(folder, 'texts');
  await mkdir(target, { recursive: true });
  const paths: string[] = [];
  for (const [name, [packageName, path]] of Object.entries(texts)) {
    const text = join(target, name);
    paths.push(text);
    if (existsSync(text)) continue;
    await writeFile(text, gunzipSync(await readFile(join(await fetchPackage(folder, packageName), path))));
  }
  for (const [packageName, ofPackage] of Object.entries(pages))
    for (const [name, section] of ofPackage) {
      const text = join(target, `${name}.${section}.txt`);
      paths.push(text);
      if (existsSync(text)) continue;
      const unpacked = await fetchPackage(folder, packageName);
      await renderPage(join(unpacked, `usr/share/man/man${section}/${name}.${section}.gz`), text);
    }
  return paths;
}
