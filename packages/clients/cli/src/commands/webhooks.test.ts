import { startStubServer } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';
import { createProgram } from '../main.ts';

test('a service that may not send to this machine is answered with an option of the command', async () => {
  const message = 'is refused: The address of 127.0.0.1 is private.';
  const error = { code: 'INVALID_REQUEST', message, details: { issues: [{ path: 'url', message }] } };
  const service = await startStubServer(() => ({ status: 400, body: { success: false, message, error } }));
  const { cli, run } = createTestCli({ environment: { url: service.url, apiKey: 'key' } });
  const { errors } = await run('webhooks', 'listen', '--namespace', 'notes');
  await service.close();
  expect(errors).toMatch(/The address of this command, http:\/\/127\.0\.0\.1:\d+, is refused: The address/);
  const [, option] = /name its address with (--\S+),/.exec(errors.replace(/\s+/g, ' ')) ?? [];
  const webhooks = createProgram(cli).commands.find((command) => command.name() === 'webhooks');
  const listen = webhooks?.commands.find((command) => command.name() === 'listen');
  expect(listen?.options.map(({ long }) => long)).toContain(option);
});
