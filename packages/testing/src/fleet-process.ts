import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { reserveFreePort } from './free-port.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** A fleet that runs as a process of its own, as a user would start it. */
export interface FleetProcess {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly pid: number;
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
}

export interface FleetProcessOptions {
  readonly dataDirectory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Unset: a free one. */
  readonly port?: number;
  readonly startWithinMs?: number;
}

interface Ready {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly pid: number;
}

/** Starts the whole fleet in a process and waits until it is ready; rejects with what it printed when it ends before. */
export async function startFleetProcess(options: FleetProcessOptions): Promise<FleetProcess> {
  const { dataDirectory, environment = {}, port = await reserveFreePort(), startWithinMs = 60_000 } = options;
  const child = spawn(process.execPath, [join(repository, 'services/fleet/src/main.ts')], {
    cwd: repository,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDirectory,
      NODE_OPTIONS: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));

  const readReady = async (): Promise<Ready> => {
    if (child.exitCode !== null) return Promise.reject(new Error(printed));
    const ready = JSON.parse(await readFile(join(dataDirectory, 'ready.json'), 'utf8')) as Ready;
    if (ready.pid !== child.pid) throw new Error('an older fleet wrote ready.json');
    return ready;
  };
  const ready = await Promise.race([
    eventually(readReady, startWithinMs),
    exited.then(() => Promise.reject(new Error(`The fleet ended before it was ready: ${printed}`))),
  ]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return { ...ready, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
