import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Balancer as a Service of Kubernetes: new requests go to its gateways in turn. */
export interface Balancer {
  readonly url: string;
  readonly upstreams: Set<string>;
  close(): Promise<void>;
}

/** Starts one on a free port; an upstream that cannot be reached is answered 502, as no other one would be tried in its place. */
export async function startBalancer(): Promise<Balancer> {
  const upstreams = new Set<string>();
  let turn = 0;
  const server = createServer((incoming, response) => {
    const upstream = [...upstreams][turn++ % upstreams.size];
    const { method, headers } = incoming;
    const outgoing = request(`${upstream}${incoming.url}`, { method, headers }, (result) => {
      // How long the upstream keeps a connection says nothing about how long this server does.
      const { connection, 'keep-alive': kept, ...answered } = result.headers;
      response.writeHead(result.statusCode ?? 502, answered);
      result.pipe(response);
    });
    outgoing.on('error', () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end('{}'),
    );
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    upstreams,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
