import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import express from 'express';
import { createEventStreams, sendEvents } from './event-streams.ts';

test('a stream of events ends a few seconds after its key was revoked', async () => {
  let isValid = true;
  const app = express();
  app.get('/', async (_request, response) => {
    async function* events(signal: AbortSignal) {
      for (let number = 0; ; number += 1) {
        yield { data: { number } };
        await sleep(50, undefined, { signal });
      }
    }
    await sendEvents(
      response,
      { events, apiKeyId: 'k', organizationId: 'o' },
      { streams: createEventStreams(), isAdmitted: async () => isValid },
    );
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const body = response.text();
  isValid = false;
  const revokedAt = performance.now();
  expect(await body).toContain('data: {"number":0}');
  expect(performance.now() - revokedAt).toBeLessThan(5_000);
  server.close();
});
