import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { startTestApp } from '../../test/start-test-app.ts';

const ask = (url: string, host: string) =>
  new Promise((resolve, reject) => {
    request(`${url}/healthz`, { headers: { host } }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

test.each([
  [undefined, ['localhost:4000', '10.0.0.7', '[::1]:4000', 'server', 'docs.local', 'docs.internal'], []],
  [undefined, ['docs.example.com', 'evil.example'], ['docs.example.com']],
  ['https://docs.example.com', ['docs.example.com'], []],
])('with the public address %s, requests for %j warn of %j', async (publicUrl, hosts, warned) => {
  const app = await startTestApp([], { publicUrl });
  for (const host of hosts) await ask(app.url, host);
  const warnings = app.log.filter(({ msg }) => /PUBLIC_URL is unset/.test(String(msg)));
  expect(warnings.map(({ host }) => host)).toEqual(warned);
  await app.close();
});
