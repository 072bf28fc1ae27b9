import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { presetEnvironment } from '@docfleet/runtime/config';
import type { Config } from '@jest/types';
import { portVariable, type TestServersReply } from './servers.ts';
import { type RunningServers, startServers } from './start-servers.ts';

/**
 * Jest calls this once, before the workers start: it offers the servers. A run of all tests starts them here, where no test's
 * time runs out while Redis is being fetched; a run of some starts them when a test asks first.
 */
export default async function globalSetup({ testPathPatterns }: Config.GlobalConfig): Promise<void> {
  let servers: Promise<RunningServers> | undefined;
  const desk = createServer((socket) => {
    socket.on('error', () => undefined); // A worker that was killed while it waited.
    servers ??= startServers();
    void servers
      .then(({ urls }): TestServersReply => urls)
      .catch((error: unknown): TestServersReply => ({ failure: inspect(error) }))
      .then((reply) => socket.end(JSON.stringify(reply)));
  });
  if (!testPathPatterns.isSet()) {
    servers = startServers();
    await servers.catch(() => undefined); // The tests that need them say so.
  }
  await once(desk.listen(0, '127.0.0.1'), 'listening');
  presetEnvironment(portVariable, String((desk.address() as AddressInfo).port));
  globalThis.stopTestServers = async () => {
    desk.close();
    await (await servers?.catch(() => undefined))?.stop(); // What did not start need not stop.
  };
}

declare global {
  var stopTestServers: (() => Promise<void>) | undefined;
}
