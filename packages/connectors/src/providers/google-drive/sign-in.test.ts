import { expect, test } from '@jest/globals';
import { googleDriveSignIns } from './sign-in.ts';

test('a stored key that cannot be read any more is a fault of this installation, and nothing is sent', async () => {
  const [method] = googleDriveSignIns;
  const sent: unknown[] = [];
  const fetch = async (...asked: unknown[]) => {
    sent.push(asked);
    return Response.json({});
  };
  for (const key of ['{}', 'no JSON'])
    await expect(
      method?.requestToken?.({}, key, { fetch, endpoints: {}, signal: undefined } as never),
    ).rejects.toThrow('The stored key of a service account cannot be read');
  expect(sent).toEqual([]);
});
