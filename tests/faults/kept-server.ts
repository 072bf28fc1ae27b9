import type { EmbeddedServer } from '@docfleet/embedded';

/** A server that is there for as long as it is wanted. */
export interface KeptServer {
  readonly url: string;
  /** Stops it for the time of the work. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server and never gives it up, as an orchestrator would; its own supervisor does after ten deaths in a row. */
export async function keepServer(start: () => Promise<EmbeddedServer>): Promise<KeptServer> {
  let server = await start();
  let keeping = keep();

  /** Resolves when it was told to stop. */
  async function keep(): Promise<void> {
    while (await server.exited) server = await start();
  }
  async function stop(): Promise<void> {
    await server.stop();
    await keeping;
  }

  return {
    url: server.url,
    stop,
    async without(work) {
      await stop();
      await work();
      server = await start();
      keeping = keep();
    },
  };
}
