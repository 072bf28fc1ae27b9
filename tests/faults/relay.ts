import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** An address that stays while what stands behind it changes, as the name of a database does that fails over. */
export interface Relay {
  readonly port: number;
  /** From now on new connections go to that port of this machine, or nowhere; those that are open are cut. */
  leadTo(port: number | undefined): void;
  /** From now on everything that is received on new connections comes so late. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

/** Starts one that leads nowhere yet. */
export async function startRelay(): Promise<Relay> {
  const open = new Set<Socket>();
  let target: number | undefined;
  let lateMs = 0;
  const late = (forMs: number) =>
    new Transform({ transform: (part, _, pass) => void setTimeout(pass, forMs, null, part) });
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
    incoming.pipe(outgoing);
    if (lateMs === 0) outgoing.pipe(incoming);
    else outgoing.pipe(late(lateMs)).pipe(incoming);
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
    delay(milliseconds) {
      lateMs = milliseconds;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
