import { expect, test } from '@jest/globals';
import { projectQuota } from './replies.ts';

test.each([
  ['123456-abc.apps.googleusercontent.com', 'google:123456'],
  ['abc-123456-def.apps.googleusercontent.com', undefined],
  ['123456', undefined],
  [null, undefined],
])('the requests of the client %s are counted by its project: %s', async (clientId, quota) => {
  const accessToken = async () => 'token';
  expect(await projectQuota({ clientId, settings: null, accessToken })).toBe(quota);
});
