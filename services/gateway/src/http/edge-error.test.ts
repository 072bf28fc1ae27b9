import { openDatabase } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { afterEach, expect, test } from '@jest/globals';
import { failing } from '../../test/echo-route.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';

let app: TestApp;
afterEach(() => app.close());

async function failWith(cause: unknown) {
  app = await startTestApp([failing(cause)]);
  return app.call('GET', '/v1/failing');
}

test.each([
  ['NAMESPACE_NOT_FOUND', 404],
  ['NAMESPACE_CONFLICT', 409],
  ['FILE_TOO_LARGE', 413],
  ['SERVICE_UNAVAILABLE', 503],
  ['RATE_LIMIT_EXCEEDED', 429],
] as const)('%s is answered with %i in the envelope of errors', async (code, status) => {
  const response = await failWith(new AppError(code, 'Said to the caller'));
  expect([response.status, response.body]).toEqual([
    status,
    {
      success: false,
      message: 'Said to the caller',
      error: {
        code,
        message: 'Said to the caller',
        requestId: response.headers.get('x-request-id'),
        link: `${app.url}/guides/api/errors#${code.toLowerCase()}`,
      },
    },
  ]);
  if (status === 503 || status === 429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each(['PROVIDER_REJECTED', 'PROVIDER_UNAVAILABLE', 'ADDRESS_FORBIDDEN'] as const)(
  '%s is the failure of the operation, with what the vendor said',
  async (code) => {
    const details = { reason: 'Incorrect API key', setting: 'embeddingModelConfig.apiKey' };
    const response = await failWith(new AppError(code, 'The model refuses the key', { details }));
    expect(response.status).toBe(502);
    expect(response.body.error).toMatchObject({
      code: 'SEARCH_FAILED',
      message: 'The model refuses the key',
      details,
    });
  },
);

test('the rate limit of a vendor is passed on as Retry-After', async () => {
  const response = await failWith(
    new AppError('PROVIDER_RATE_LIMITED', 'Too fast', { details: { retryAfterMs: 2_500 } }),
  );
  expect([response.status, response.headers.get('retry-after')]).toEqual([502, '3']);
});

test('an unknown failure shows nothing of itself to the caller and all of it to the log', async () => {
  const response = await failWith(new Error('connect ECONNREFUSED db.internal:5432'));
  expect([response.status, response.body.error.code]).toEqual([500, 'SEARCH_FAILED']);
  expect(response.text).not.toContain('db.internal');
  const line = app.log.find((entry) => entry['msg'] === 'request failed');
  expect(JSON.stringify(line)).toContain('db.internal');
  expect(line?.['requestId']).toBe(response.headers.get('x-request-id'));
});

test('a gateway that can open no file says so with 503, and asks to come again', async () => {
  const cause = Object.assign(new Error('EMFILE: too many open files, /srv/spool'), { code: 'EMFILE' });
  const response = await failWith(new Error('The upload cannot be spooled', { cause }));
  expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.text).not.toContain('/srv/spool');
});

test('an internal AppError is an unknown failure too', async () => {
  const response = await failWith(new AppError('INTERNAL_ERROR', 'row 17 is odd'));
  expect(response.body.error.code).toBe('SEARCH_FAILED');
  expect(response.text).not.toContain('row 17');
});

test('a database that is away is SERVICE_UNAVAILABLE, without its address', async () => {
  const database = openDatabase({ url: 'postgresql://u:p@127.0.0.1:9/x', poolSize: 1 });
  const cause = await database.namespace.count().catch((error: unknown) => error);
  const response = await failWith(cause);
  expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.text.replace(app.url, '')).not.toContain('127.0.0.1');
});
