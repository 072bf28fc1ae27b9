import { expect, test } from '@jest/globals';
import { wholeBody } from './whole-body.ts';

async function* parts() {
  yield Buffer.from('12');
  yield Buffer.from('345');
}

async function read(sizeBytes: number | null | undefined): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of wholeBody(parts(), { vendor: 'Acme', sizeBytes })) read.push(part);
  return Buffer.concat(read).toString();
}

test.each([
  ['has the declared length', 5],
  ['is longer, as it was written again since', 4],
  ['is declared to be empty', 0],
  ['has no declared length', null],
  ['has no length at all', undefined],
])('a body that %s is whole', async (_name, sizeBytes) => {
  expect(await read(sizeBytes)).toBe('12345');
});

test('a body that is shorter than declared is asked for again, a few times', async () => {
  await expect(read(6)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    message: 'Acme sent something other than it declared',
    details: { reason: 'It lists the content with 6 bytes, and 5 came', maxAttempts: 6 },
  });
});
