import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { createDocfleetClient } from './client.ts';

const baseUrl = 'http://localhost:9';

const failureOf = (options: Partial<Parameters<typeof createDocfleetClient>[0]>) =>
  createDocfleetClient({ baseUrl, apiKey: 'df_live_1_secret', ...options })
    .namespaces.list()
    .catch((error: unknown) => error);

test.each([
  ['apiKey', { apiKey: 'df_live_1_secret\nsecond line' }],
  ['apiKey', { apiKey: 'df_live_1_secret\u2028' + 'x' }],
  ['tenantId', { tenantId: 'secret\r\nx-other: 1' }],
])(
  'a line break in %s is refused at once, by the name of the option and without its value',
  async (name, options) => {
    const error = await failureOf(options);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(name) });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  },
);

test.each(['localhost:4000', 'docfleet.example.com', '', 'ftp://docfleet', 'http://user:secret@localhost:9'])(
  'the address %j is refused at once, without the credentials in it',
  async (address) => {
    const error = await failureOf({ baseUrl: address });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('baseUrl') });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  },
);

test.each([undefined, null, 7])('the key %j is refused by the name of its option', async (apiKey) => {
  const error = await failureOf({ apiKey: apiKey as never });
  expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('apiKey') });
});
