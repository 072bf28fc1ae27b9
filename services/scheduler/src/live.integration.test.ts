import { randomBytes } from 'node:crypto';
import { openServedResources, resourcesConfig } from '@docfleet/pipeline/resources';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import { eventually, reserveFreePort } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

const logger = createLogger({ service: 'scheduler', level: 'silent' });

test('a process that waits for its database is live and not ready', async () => {
  const port = await reserveFreePort();
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: 'postgresql://u:p@127.0.0.1:9/x',
    REDIS_URL: 'redis://127.0.0.1:9',
    MASTER_KEY: randomBytes(32).toString('base64'),
    INTERNAL_PORT: port,
  });
  const scope = new Scope();
  const opening = openServedResources(scope, config, logger).catch((error: unknown) => error);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  await eventually(async () => expect(await statusOf('/health/live')).toBe(200));
  expect(await statusOf('/health/ready')).toBe(503);
  await scope.close();
  expect(await opening).toBeInstanceOf(Error);
});
