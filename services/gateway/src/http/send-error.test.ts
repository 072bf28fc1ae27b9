import { Readable } from 'node:stream';
import { fileResponse } from '@docfleet/api/route';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { route } from './route.ts';

let app: TestApp;
let begun: () => void;
const hasBegun = new Promise<void>((resolve) => {
  begun = resolve;
});

/** A file that never ends. */
const endless = route({
  method: 'get',
  path: '/v1/endless',
  summary: 'Endless',
  tags: [],
  scope: 'read',
  status: 200,
  response: fileResponse,
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',
  async handle({ signal }) {
    begun();
    return { body: new Readable({ read() {}, signal }), contentType: 'text/plain', fileName: 'endless' };
  },
});

beforeAll(async () => {
  app = await startTestApp([endless]);
});
afterAll(() => app.close());

test('a caller that goes in the middle of a file is no failure of ours', async () => {
  const caller = new AbortController();
  const options = { headers: { authorization: 'Bearer df_live_read' }, signal: caller.signal };
  const call = fetch(`${app.url}/v1/endless`, options).catch((error: Error) => error.name);
  await hasBegun;
  caller.abort();
  expect(await call).toBe('AbortError');
  await eventually(() =>
    expect(app.log).toContainEqual(expect.objectContaining({ msg: 'the caller has gone' })),
  );
  expect(app.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
