import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { listenOn } from './serve-internal.ts';

let server: Server;
afterEach(() => void server.close());

/** Listens as a machine without IPv6 does, whose kernel refuses the family. */
function withoutIpv6(): Server {
  const created = createServer();
  const listen = created.listen.bind(created) as (port: number, host: string) => Server;
  created.listen = ((port: number, host: string) => {
    if (!host.includes(':')) return listen(port, host);
    const refused = Object.assign(new Error('listen EAFNOSUPPORT'), { code: 'EAFNOSUPPORT' });
    setImmediate(() => created.emit('error', refused));
    return created;
  }) as Server['listen'];
  return created;
}

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ family }) => family === 'IPv6'),
);

test('a server on :: answers both families, or IPv4 where the machine has no other', async () => {
  server = createServer();
  await listenOn(server, { port: 0, host: '::' });
  expect(server.address()).toMatchObject(hasIpv6 ? { family: 'IPv6' } : { family: 'IPv4' });
});

test('a server on :: listens on IPv4 where the machine has no IPv6', async () => {
  server = withoutIpv6();
  await listenOn(server, { port: 0, host: '::' });
  expect(server.address()).toMatchObject({ address: '0.0.0.0' });
});

test('an address that the machine does not have is refused', async () => {
  server = createServer();
  await expect(listenOn(server, { port: 0, host: '192.0.2.1' })).rejects.toThrow('EADDRNOTAVAIL');
});
