import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { renewTokenHandler } from './renew-token.ts';

const { signal } = new AbortController();

/** Renews the tokens of a connection where the renewal ends so; returns what was asked for. */
async function renew(error?: unknown) {
  const asked: unknown[] = [];
  const accessTokens = {
    of: (connectionId: string) => async (after401?: boolean) => {
      asked.push([connectionId, after401]);
      if (error) throw error;
      return 'token';
    },
  };
  await renewTokenHandler({ accessTokens }).handle({ connectionId: 'one' }, signal);
  return asked;
}

test('a token is renewed although it is still good', async () => {
  expect(await renew()).toEqual([['one', true]]);
});

test('a connection that its vendor has ended, or that is gone, is no failure of the job', async () => {
  const ended = new AppError('CONNECTION_UNAUTHORIZED', 'The vendor has ended it');
  expect(await renew(ended)).toHaveLength(1);
});

test('a vendor that is away is asked again', async () => {
  const away = new AppError('PROVIDER_UNAVAILABLE', 'The vendor is away');
  await expect(renew(away)).rejects.toBe(away);
  await expect(renew(new Error('unknown'))).rejects.toMatchObject({ retryable: true });
});
