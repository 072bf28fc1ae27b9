import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { reserveFreePort } from './free-port.ts';
import { startProgram } from './program.ts';

/** Fleet in a process of its own, started as a user would start it. */
export interface FleetProcess {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly pid: number;
  /** Returns the output of the process so far. */
  printed(): string;
  hasEnded(): boolean;
  /** Kills the process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Stops the process gracefully and waits until it has exited. */
  stop(): Promise<void>;
}

export interface FleetProcessOptions {
  readonly dataDirectory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Port of the gateway; undefined: a free one. */
  readonly port?: number;
  readonly startWithinMs?: number;
  /** Folder that `npm run quickstart` ingests at its start; undefined: `npm start` is run. */
  readonly quickstartWith?: string;
}

type Ready = Pick<FleetProcess, 'url' | 'apiKey' | 'organizationId' | 'pid'>;

/** Starts a fleet in a process and waits until it is ready; rejects with its output when it exits before. */
export async function startFleetProcess(options: FleetProcessOptions): Promise<FleetProcess> {
  const {
    dataDirectory,
    environment = {},
    port = await reserveFreePort(),
    startWithinMs = 150_000,
    quickstartWith,
  } = options;
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDirectory, ...environment };
  const program =
    quickstartWith === undefined
      ? startProgram('services/fleet/src/main.ts', settings)
      : startProgram('services/fleet/src/quickstart.ts', settings, { parameters: [quickstartWith] });
  const readReady = async (): Promise<Ready> => {
    if (program.hasEnded()) return Promise.reject(new Error(program.printed()));
    const ready = JSON.parse(await readFile(join(dataDirectory, 'ready.json'), 'utf8')) as Ready;
    if (ready.pid !== program.pid) throw new Error('an older fleet wrote ready.json');
    return ready;
  };
  const ready = await Promise.race([
    eventually(readReady, startWithinMs),
    program.ended.then(() =>
      Promise.reject(new Error(`The fleet ended before it was ready: ${program.printed()}`)),
    ),
  ]);
  const { printed, hasEnded, kill, stop } = program;
  return { ...ready, printed, hasEnded, kill, stop };
}
