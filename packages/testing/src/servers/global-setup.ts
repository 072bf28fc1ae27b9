import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import { presetEnvironment } from '@docfleet/runtime/config';
import type { Config } from '@jest/types';
import { createFleetPool } from './fleet-pool.ts';
import { type DeskResponse, type DeskRequest, portVariable } from './servers.ts';
import { type RunningServers, startServers } from './start-servers.ts';

/**
 * Jest calls this once, before the workers start: it offers the servers. A run with tests that need them starts them here, where no test's
 * time runs out while Redis is being fetched; a run of named files starts them when a test asks first.
 */
export default async function globalSetup(
  { testPathPatterns }: Config.GlobalConfig,
  { testMatch }: Config.ProjectConfig,
): Promise<void> {
  let starting: Promise<RunningServers> | undefined;
  const servers = () => {
    starting ??= startServers();
    return starting;
  };
  const fleets = createFleetPool();

  /** What a worker asks for; it keeps a fleet for as long as it keeps the connection. */
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
  const needsServers = testMatch.some((glob) => /^[^!].*integration\.test/.test(glob));
  if (needsServers && !testPathPatterns.isSet()) await servers().catch(() => undefined); // The tests that need them say so.
  await once(desk.listen(0, '127.0.0.1'), 'listening');
  presetEnvironment(portVariable, String((desk.address() as AddressInfo).port));
  globalThis.stopTestServers = async () => {
    await fleets.close();
    desk.close();
    await (await starting?.catch(() => undefined))?.stop(); // What did not start need not stop.
  };
}

declare global {
  var stopTestServers: (() => Promise<void>) | undefined;
}
