import { vendorOf } from '@docfleet/connectors';
import { expect, test } from '@jest/globals';
import { toRefusal } from './token-endpoint.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return toRefusal(vendorOf('BOX'), new Response(null, { status, headers }), text, ['the secret', '']);
};

test.each([
  ...['invalid_grant', 'interaction_required', 'consent_required', 'login_required'].map(
    (error) => [error, 400, 'CONNECTION_UNAUTHORIZED', undefined] as const,
  ),
  ...['invalid_client', 'unauthorized_client'].map(
    (error) => [error, 400, 'PROVIDER_REJECTED', 'boxConfig.clientSecret'] as const,
  ),
  ['invalid_request', 400, 'PROVIDER_REJECTED', 'boxConfig'],
  ['invalid_request', 401, 'PROVIDER_REJECTED', 'boxConfig.clientSecret'],
  ...['temporarily_unavailable', 'server_error'].map(
    (error) => [error, 400, 'PROVIDER_UNAVAILABLE', undefined] as const,
  ),
  ['invalid_grant', 408, 'PROVIDER_UNAVAILABLE', undefined],
  ['invalid_grant', 500, 'PROVIDER_UNAVAILABLE', undefined],
  ['invalid_grant', 429, 'PROVIDER_RATE_LIMITED', undefined],
] as const)('%s with status %i is %s', (error, status, code, setting) => {
  const refused = answer(status, { error });
  expect(refused).toMatchObject({ code, details: { reason: error } });
  expect(refused.details.setting).toBe(setting);
});

test('a client that is refused is not the end of a grant, whatever the words are', () => {
  const said = { error: 'invalid_client', error_description: 'Unknown or invalid refresh token' };
  expect(answer(403, said).code).toBe('PROVIDER_REJECTED');
});

test("the vendor's words are one short line without what it was sent", () => {
  const said = {
    error: 'invalid_grant',
    error_description: `the secret\n  is old, the secret! ${'x'.repeat(400)}`,
  };
  const { reason } = answer(400, said).details;
  expect(reason).toMatch(/^invalid_grant: \[key\] is old, \[key\]! x+…$/);
  expect(reason).toHaveLength(300);
});

test.each([
  ['nothing but a code', { error: 'invalid_grant' }, 'invalid_grant'],
  ['a description that is none', { error: 'invalid_grant', error_description: 7 }, 'invalid_grant'],
])('%s is the reason', (_name, said, reason) => {
  expect(answer(400, said).details).toEqual({ status: 400, reason });
});

test('a refusal without JSON that ends the grant is named by its status', () => {
  expect(answer(403, 'Unknown or invalid refresh token.').details).toEqual({
    status: 403,
    reason: 'status 403',
  });
});

test.each([
  ['a page', '<html>', 403],
  ['JSON without a code', { message: 'no' }, 404],
])('%s is said to come from a proxy', (_name, body, status) => {
  expect(answer(status, body)).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: {
      reason: `status ${status} without the JSON of a token endpoint: a proxy or firewall may have answered in its place`,
    },
  });
});

test.each([
  [429, 'PROVIDER_RATE_LIMITED'],
  [503, 'PROVIDER_UNAVAILABLE'],
])('%i says how long to wait, where the vendor does', (status, code) => {
  const details = { retryAfterMs: 7_000 };
  expect(answer(status, { error: 'slow' }, { 'retry-after': '7' })).toMatchObject({ code, details });
  expect(answer(status, { error: 'slow' }).details).toEqual({ status, reason: 'slow' });
});
