import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';
import { Interrupted } from '../cli-failure.ts';

const authorizationUrl = 'https://vendor.example/agree';

let service: StubServer;
/** States of the connection that the stub service returns, one for each request; PENDING when none is left. */
let states: string[];
let controller: AbortController;

beforeEach(async () => {
  controller = new AbortController();
  service = await startStubServer(({ method }) => {
    if (method === 'POST') return answer(201, { connection: { id: 'c1' }, authorizationUrl });
    if (method === 'DELETE') return answer(200, { connection: { id: 'c1' }, itemsDeleted: 0 });
    const status = states.shift() ?? 'PENDING';
    if (states.length === 0 && status === 'PENDING') controller.abort(new Interrupted('Interrupted'));
    return answer(200, { connection: { id: 'c1', name: 'mine', status, statusReason: 'The user said no' } });
  });
});
afterEach(() => service.close());

const answer = (status: number, data: object) => ({ status, body: { success: true, data } });

const create = () =>
  createTestCli({
    environment: { url: service.url, apiKey: 'key', namespaceId: 'docs' },
    signal: controller.signal,
  }).run('connections', 'create', 'google-drive', '--name', 'mine');

const methods = () => service.requests.map(({ method }) => method);

test('the address is shown, and the connection is there when its user has agreed', async () => {
  states = ['ACTIVE'];
  const { exitCode, output, errors } = await create();
  expect([exitCode, JSON.parse(output).status]).toEqual([0, 'ACTIVE']);
  expect(errors).toContain(authorizationUrl);
  expect(service.requests[0]?.json).toMatchObject({ connector: 'GOOGLE_DRIVE', name: 'mine' });
});

test('a user who does not agree ends the waiting', async () => {
  states = ['FAILED'];
  expect(await create()).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('The user said no'),
  });
});

test('Ctrl-C while it waits takes the connection back', async () => {
  states = ['PENDING'];
  expect((await create()).exitCode).toBe(130);
  expect(methods()).toEqual(['POST', 'GET', 'DELETE']);
});
