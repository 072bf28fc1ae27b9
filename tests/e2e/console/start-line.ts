import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface Line {
  readonly url: string;
  /** Breaks what is under way, and takes nothing new until it is repaired. */
  cut(): void;
  repair(): void;
  close(): Promise<void>;
}

/** Starts one on a free port; browsers that go offline keep the streams that they have, so that it takes this to lose one. */
export async function startLine(to: string): Promise<Line> {
  const { hostname, port: upstreamPort } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(upstreamPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      // Whichever end fails, the other has no peer; both say so by closing.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    repair() {
      isCut = false;
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
