import { finished } from 'node:stream/promises';
import { openStoredFile } from '@docfleet/api/stored-file';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { createWorld, type World } from '../../test/world.ts';

let gateway: TestGateway;
let world: World;
beforeAll(async () => {
  gateway = await startTestGateway();
  world = await createWorld(gateway, 'files');
}, 60_000);
afterAll(() => gateway.close());

test('a caller that goes before its file is opened ends the stream and not the process', async () => {
  const { context } = gateway;
  const document = await context.database.document.findUniqueOrThrow({
    where: { id: world.own['documentId'] ?? '' },
  });
  const caller = new AbortController();
  caller.abort();
  const { body } = await openStoredFile(context, { document, content: 'parsed', signal: caller.signal });
  await new Promise((resolve) => body.once('close', resolve));
  await expect(finished(body)).rejects.toThrow();
});
