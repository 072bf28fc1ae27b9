import { expect, test } from '@jest/globals';
import { withKeptKeys } from './console-fetch.ts';

/** Sends these bodies one after the other, each with a key of its own, and returns the keys that reached the service. */
async function keysOf(
  bodies: readonly string[],
  statuses: readonly (number | undefined)[],
): Promise<string[]> {
  const keys: string[] = [];
  const send = withKeptKeys(async (_input, init) => {
    const status = statuses[keys.length];
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '');
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response('', { status });
  });
  for (const [index, body] of bodies.entries()) {
    const init = { method: 'POST', body, headers: { 'idempotency-key': `key-${index}` } };
    await send('http://docfleet/v1/ingest/text', init).catch(() => undefined);
  }
  return keys;
}

test('a form that is sent again after its response was lost has the same idempotency key', async () => {
  expect(await keysOf(['a', 'a', 'a'], [undefined, 503, 202])).toEqual(['key-0', 'key-0', 'key-0']);
});

test('a form that is sent again after its response has another idempotency key', async () => {
  expect(await keysOf(['a', 'a'], [202, 202])).toEqual(['key-0', 'key-1']);
});

test('another form has another idempotency key', async () => {
  expect(await keysOf(['a', 'b'], [undefined, 202])).toEqual(['key-0', 'key-1']);
});
