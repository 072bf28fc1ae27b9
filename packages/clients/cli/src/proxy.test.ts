import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

test.each([
  ['HTTP_PROXY', 'http://docfleet.invalid'],
  ['HTTPS_PROXY', 'https://docfleet.invalid'],
])('the command line sends its requests through %s', async (variable, address) => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(403).end();
  }).on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as { port: number };
  const env = {
    PATH: process.env['PATH'],
    DOCFLEET_URL: address,
    DOCFLEET_API_KEY: 'df_live_id_secret',
    [variable]: `http://127.0.0.1:${port}`,
  };
  const run = promisify(execFile)(process.execPath, [main, 'namespace', 'list'], { env, timeout: 20_000 });
  await run.catch(() => undefined);
  proxy.close();
  expect(asked[0]).toContain('docfleet.invalid');
});
