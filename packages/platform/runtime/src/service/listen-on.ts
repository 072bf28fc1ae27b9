import { once } from 'node:events';
import type { Server } from 'node:net';

/** Every address of the machine: IPv6, and IPv4 through it. */
const anyAddress = '::';

/** Listens on an address; on IPv4 alone where `::` is asked for and the machine has no IPv6. Rejects when that fails. */
export async function listenOn(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as { code?: string };
    if (host !== anyAddress || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    await once(server.listen(port, '0.0.0.0'), 'listening');
  }
}
