import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { measured } from './fetch-item.ts';

async function* parts() {
  yield Buffer.from('12');
  yield Buffer.from('345');
}

test('a body of the most bytes passes as it is, with its hash', async () => {
  const { body, hash } = measured(parts(), 5);
  expect(Buffer.concat(await Array.fromAsync(body)).toString()).toBe('12345');
  expect(hash()).toBe(createHash('sha256').update('12345').digest('hex'));
});

test('a body of more bytes ends with an error that names the limit', async () => {
  await expect(Array.fromAsync(measured(parts(), 4).body)).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    message: 'The file has more than the 4 bytes that are ingested',
  });
});
