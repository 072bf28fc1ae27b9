import { readFile } from 'node:fs/promises';
import type { EmbeddedServer } from '@docfleet/embedded';

/** A server that may be hurt, and is there again afterwards. */
export interface KeptServer {
  readonly url: string;
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Ends it as a power cut would; resolves when it has been started again. */
  kill(): Promise<void>;
  /** Takes it away for the time of the work. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const nothing = async () => undefined;

/**
 * Starts a server whose process has its number in the first line of that file. It is started again at once when it was killed: its
 * own supervisor waits the longer the more often it died, and stops after ten times in a row.
 */
export async function keepServer(start: () => Promise<EmbeddedServer>, pidFile: string): Promise<KeptServer> {
  let server = await start();

  async function signal(name: NodeJS.Signals): Promise<void> {
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
    process.kill(Number(pid), name);
  }
  async function without(work: () => Promise<void>): Promise<void> {
    await server.stop();
    await work();
    server = await start();
  }

  return {
    url: server.url,
    signal,
    without,
    async kill() {
      await signal('SIGKILL');
      await without(nothing);
    },
    stop: () => server.stop(),
  };
}
