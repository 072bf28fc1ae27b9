import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';

const packageDirectory = join(import.meta.dirname, '../../packages/clients/cli');
const runFile = promisify(execFile);

/** Builds and packs the command, and installs it as its users do, far from the workspace; returns its path. */
async function installPacked(folder: string): Promise<string> {
  await runFile(process.execPath, [join(packageDirectory, 'scripts/build.ts')]);
  const npm = (...args: readonly string[]) => runFile('npm', [...args, '--silent'], { cwd: folder });
  const { stdout } = await npm('pack', packageDirectory, '--ignore-scripts', '--pack-destination', folder);
  const prefix = join(folder, 'installed');
  await npm(
    'install',
    '--global',
    '--prefix',
    prefix,
    '--offline',
    '--no-audit',
    '--no-fund',
    join(folder, stdout.trim()),
  );
  return join(prefix, 'bin/docfleet');
}

/** The values of a command's output in lines of JSON. */
export const parseLines = (output: string) =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export type InstalledCli = Awaited<ReturnType<typeof installCli>>;

/** Installs the command in `home`, where it also keeps its configuration. */
export async function installCli(home: string) {
  const program = await installPacked(home);
  /** The folders of its configuration. */
  const homes = { XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') };

  /** Starts the command as a user of a shell does, in a home of its own. */
  function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const child = spawn(program, args, {
      cwd: home,
      env: { PATH: dirname(process.execPath), ...homes, ...environment },
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text) => (output += String(text)));
    child.stderr.on('data', (text) => (errors += String(text)));
    const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, output, errors }));
    return { child, ended, output: () => output, errors: () => errors };
  }

  function run(...args: readonly string[]) {
    const { child, ended } = start(args);
    child.stdin.end();
    return ended;
  }

  /** The lines of JSON that a command printed which went well. */
  async function values(...args: readonly string[]) {
    const { exitCode, output, errors } = await run(...args);
    expect([exitCode, errors]).toEqual([0, '']);
    return parseLines(output);
  }

  return { program, homes, start, run, values };
}
