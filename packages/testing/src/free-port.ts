import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Lowest port that is chosen. The range ends below the ephemeral ports of Linux and macOS. */
const firstPort = 10_000;
const endOfPorts = 32_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw cause;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Returns a free port of 127.0.0.1, chosen at random below the ephemeral range. */
export async function reserveFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endOfPorts);
    if (await isFree(port)) return port;
  }
}
