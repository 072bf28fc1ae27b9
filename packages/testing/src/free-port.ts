import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that Linux and macOS give to outgoing connections, and to whoever asks for any port. */
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

/** A port of 127.0.0.1 that nobody listens on, chosen by chance where nobody gets one without having asked for it. */
export async function reserveFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endOfPorts);
    if (await isFree(port)) return port;
  }
}
