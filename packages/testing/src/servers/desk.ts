import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { presetEnvironment } from '@docfleet/runtime/config';
import { createFleetPool } from './fleet-pool.ts';
import { type DeskRequest, type DeskResponse, portVariable } from './servers.ts';
import { type RunningServers, startServers } from './start-servers.ts';

/** Service that the process which runs tests offers to its children: servers, databases and fleets. */
export interface Desk {
  /** Starts the servers; otherwise the first request of a test starts them. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Offers test servers to this process and to those that inherit its environment. */
export async function openDesk(): Promise<Desk> {
  let starting: Promise<RunningServers> | undefined;
  const servers = () => {
    starting ??= startServers();
    return starting;
  };
  const fleets = createFleetPool();

  /** Responds to a worker, which leases a fleet for as long as it holds the connection. */
  async function serve(wanted: DeskRequest, socket: Socket): Promise<unknown> {
    const { urls, databases } = await servers();
    if (wanted.kind === 'servers') return urls;
    if (wanted.kind === 'database') return databases.take();
    const { fleet, release } = await fleets.take(wanted.environment);
    if (socket.destroyed) release();
    else socket.once('close', release);
    return fleet;
  }

  const desk = createServer((socket) => {
    socket.on('error', () => undefined); // A worker that was killed while it waited.
    createInterface(socket).once('line', (line) => {
      void serve(JSON.parse(line) as DeskRequest, socket)
        .then((value): DeskResponse => ({ value }))
        .catch((error: unknown): DeskResponse => ({ failure: inspect(error) }))
        .then((response) => socket.write(`${JSON.stringify(response)}\n`));
    });
  });
  await once(desk.listen(0, '127.0.0.1'), 'listening');
  presetEnvironment(portVariable, String((desk.address() as AddressInfo).port));
  return {
    start: async () => void (await servers().catch(() => undefined)), // The tests that need them say so.
    async close() {
      await fleets.close();
      desk.close();
      await (await starting?.catch(() => undefined))?.stop(); // A server that did not start need not be stopped.
    },
  };
}
