import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { createApi } from './api.ts';

test('a refusal, which has no data, fails with its code, its message and its issues', async () => {
  const error = {
    code: 'INVALID_REQUEST',
    details: { issues: [{ path: 'name', message: 'is required' }] },
  };
  const body = JSON.stringify({ success: false, message: 'Refused', error });
  const server = createServer((_request, response) => response.writeHead(400).end(body)).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = createApi({ url: `http://127.0.0.1:${port}`, apiKey: 'key' });
  await expect(api.call('GET', '/v1/namespaces/quickstart')).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: 'Refused; name: is required (INVALID_REQUEST)',
  });
  await new Promise((resolve) => server.close(resolve));
});
