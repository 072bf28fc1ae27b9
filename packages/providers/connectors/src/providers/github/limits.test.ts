import { startGithubFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { rejection, signal } from '../../../test/conformance-subject.ts';
import { connectorsOnFakes } from '../../../test/connector-on-fake.fixture.ts';
import { openGithub } from './index.ts';

const openOn = connectorsOnFakes(openGithub, (url) => ({ api: url }));

async function open() {
  const github = await startGithubFake();
  return { github, connector: openOn(github, () => github.token) };
}

test.each([
  ['the hour is spent', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, {}, undefined],
  ['too many at once', 403, { 'retry-after': '30' }, {}, 30_000],
  ['too many at once, and no time', 403, {}, { message: 'You have exceeded a secondary rate limit' }, 60_000],
])('a limit is a limit: %s', async (_, status, headers, body, retryAfterMs) => {
  const { github, connector } = await open();
  github.fault = () => ({ kind: 'status', status, headers, body });
  const { code, details } = await rejection(connector.whoAmI(signal));
  expect([code, details.retryAfterMs]).toEqual(['PROVIDER_RATE_LIMITED', retryAfterMs]);
});
