import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address that stays while what stands behind it changes, as the name of a database does that fails over. */
export interface Relay {
  readonly port: number;
  /** From now on new connections go to that port of this machine, or nowhere; those that are open are cut. */
  leadTo(port: number | undefined): void;
  close(): Promise<void>;
}

/** Starts one that leads nowhere yet. */
export async function startRelay(): Promise<Relay> {
  const open = new Set<Socket>();
  let target: number | undefined;
  const server = createServer((incoming) => {
    if (target === undefined) return void incoming.destroy();
    const outgoing = connect(target, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('error', () => undefined); // Its end says the same.
      socket.on('close', () => {
        open.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
