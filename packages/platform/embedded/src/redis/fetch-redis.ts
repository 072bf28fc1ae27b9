import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const deadlineMs = 180_000;

/** The C library must stay that of the system; all else that redis-server links to may come along. */
const isNeeded = (file: string) => /^(redis-(server|tools)|lib(?!c6|c-))/.test(file) && file.endsWith('.deb');

/**
 * Unpacks Debian's or Ubuntu's redis-server, with the libraries that the system lacks, into `home`. apt works on a state of
 * its own, so neither root nor an installed service is involved. Its output goes to `logFile`; rejects where there is no apt.
 */
export async function fetchRedis(home: string, logFile: string): Promise<void> {
  await rm(home, { recursive: true, force: true }); // Too old, or broken: otherwise it would not be fetched.
  const work = await mkdtemp(`${home}-`);
  const run = async (program: string, args: readonly string[]) => {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: deadlineMs });
    await appendFile(logFile, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
  };
  try {
    const apt = aptOptions(work);
    for (const folder of ['lists/partial', 'cache/archives/partial'])
      await mkdir(join(work, folder), { recursive: true });
    await run('apt-get', [...apt, 'update']);
    await run('apt-get', [
      ...apt,
      '--yes',
      '--no-install-recommends',
      '--download-only',
      // Debian's redis-server is a link into redis-tools, which is not downloaded where it is installed.
      '--reinstall',
      'install',
      'redis-server',
      'redis-tools',
    ]);
    const archives = join(work, 'cache/archives');
    const root = join(work, 'root');
    for (const file of (await readdir(archives)).filter(isNeeded))
      await run('dpkg-deb', ['-x', join(archives, file), root]);
    await moveInto(home, root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function aptOptions(work: string): string[] {
  const settings = {
    'Dir::State': work,
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': userInfo().username,
  };
  return ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** Of two that fetch at the same time the quicker one wins; the copies are the same. */
async function moveInto(home: string, root: string): Promise<void> {
  await rename(root, home).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}
