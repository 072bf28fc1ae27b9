import { type GithubFake, startGithubFake } from '@docfleet/testing';
import { afterEach, expect, test } from '@jest/globals';
import { githubPush } from './push.ts';

const signal = new AbortController().signal;
const fakes: GithubFake[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

async function openPush() {
  const github = await startGithubFake();
  fakes.push(github);
  const channels = githubPush.openChannels!({
    fetch: (input, init) => fetch(input, init),
    accessToken: async () => github.token,
    endpoints: { api: github.url },
    markup: { toMarkdown: async (_form, text) => text },
    pace: async () => undefined,
  });
  return { github, channels };
}
const order = {
  id: 'id',
  resource: 'octo/handbook',
  address: 'https://docs.example.com/n/id',
  secret: 'key',
};

test('a webhook is created for each repository, and removed once', async () => {
  const { github, channels } = await openPush();
  expect(await channels.resources({ selection: ['octo/A', 'octo/a'], feeds: ['1'] }, signal)).toEqual([
    'octo/a',
  ]);
  expect(await channels.resources({ selection: undefined, feeds: ['1'] }, signal)).toEqual(['1']);
  const { vendorId, expiresAt } = await channels.create(order, signal);
  expect([[...github.push.addresses.values()], expiresAt]).toEqual([[order.address], null]);
  for (let times = 0; times < 2; times += 1) await channels.remove({ id: 'id', vendorId }, signal);
  expect(github.push.addresses.size).toBe(0);
});

test('where the token may not create webhooks, it says so', async () => {
  const { github, channels } = await openPush();
  github.mayCreateHooks = false;
  await expect(channels.create(order, signal)).rejects.toMatchObject({
    code: 'ITEM_FORBIDDEN',
    message: expect.stringContaining('webhooks of octo/handbook'),
  });
});

/** The secret of the documentation's example, in Base64. */
const documentedSecret = Buffer.from('SXQncyBhIFNlY3JldCB0byBFdmVyeWJvZHk=', 'base64').toString();

// https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries: the values to test with.
test.each([
  ['as documented', documentedSecret, 'push', 'Hello, World!', 'change'],
  ['of a ping', documentedSecret, 'ping', 'Hello, World!', 'ignored'],
  ['of another secret', 'other', 'push', 'Hello, World!', 'forged'],
  ['of another body', documentedSecret, 'push', 'Hello, World?', 'forged'],
  ['without a channel', undefined, 'push', 'Hello, World!', 'forged'],
])('a delivery %s', (_, channel, event, body, kind) => {
  const headers = new Headers({
    'x-github-event': event,
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  });
  const notification = { headers, body: Buffer.from(body), receivedAt: new Date() };
  expect(githubPush.receive(notification, { channel, client: undefined }).kind).toBe(kind);
});
