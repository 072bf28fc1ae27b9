import { describe, expect, test } from '@jest/globals';
import { rejection, signal, textOf } from '../../../test/conformance-subject.ts';
import { google, googleDrives } from '../../../test/google-drive.fixture.ts';

const start = googleDrives();

const office = 'application/vnd.openxmlformats-officedocument';
const version = (externalId: string) => ({ externalId, versionKey: 'any' });

describe('contents', () => {
  test('of a file that was listed take one request', async () => {
    const { emulator, store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt', content: 'Hello' });
    const { items } = await connector.list(undefined, undefined, signal);
    const before = emulator.requests.length;
    const { body, ...item } = await connector.fetch(items[0]!, signal);
    expect(item).toEqual({ mimeType: 'text/plain', fileName: 'a.txt', versionKey: 'r1' });
    expect(await textOf(body)).toBe('Hello');
    expect(emulator.requests.length - before).toBe(1);
  });

  test('of a listed document of Google are not asked for as bytes, which it has none of', async () => {
    const { emulator, store, connector } = await start();
    store.put({ id: 'a', name: 'Plan', mimeType: `${google}.document`, content: 'exported' });
    const { items } = await connector.list(undefined, undefined, signal);
    const before = emulator.requests.length;
    await connector.fetch(items[0]!, signal);
    expect(emulator.requests.slice(before).map(({ path }) => path.split('/').at(-1))).toEqual([
      'a',
      'export',
    ]);
    expect(emulator.requests.slice(before).some(({ query }) => query.get('alt') === 'media')).toBe(false);
  });

  test('of a listed file that is gone are asked for once', async () => {
    const { emulator, store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt', content: 'Hello' });
    const { items } = await connector.list(undefined, undefined, signal);
    store.remove('a');
    const before = emulator.requests.length;
    expect(await rejection(connector.fetch(items[0]!, signal))).toMatchObject({ code: 'ITEM_NOT_FOUND' });
    expect(emulator.requests.length - before).toBe(1);
  });

  test('of a file that has become a document of Google since it was listed are exported', async () => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'a.docx', content: 'Hello' });
    const { items } = await connector.list(undefined, undefined, signal);
    store.put({ id: 'a', name: 'a', mimeType: `${google}.document`, content: 'exported' });
    const { body, fileName } = await connector.fetch(items[0]!, signal);
    expect([await textOf(body), fileName]).toEqual(['exported', 'a.docx']);
  });

  test('of a file in a shared drive come in the same way, whether it was listed or not', async () => {
    const { store, connector } = await start();
    store.addDrive('team');
    store.put({ id: 'a', name: 'a.txt', driveId: 'team', parent: 'team', content: 'Hello' });
    for (const name of ['a.txt', undefined]) {
      const { body } = await connector.fetch(
        { externalId: 'a', versionKey: 'r1', ...(name && { name }) },
        signal,
      );
      expect(await textOf(body)).toBe('Hello');
    }
  });

  test('of a file that end before their listed size are no document', async () => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt', content: 'Hello' });
    const { items } = await connector.list(undefined, undefined, signal);
    store.put({ id: 'a', name: 'a.txt', content: 'Hel' });
    const { body } = await connector.fetch(items[0]!, signal);
    await expect(textOf(body)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
  });

  test('of files come as they are', async () => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'a.txt', content: 'Hello' });
    const { body, ...item } = await connector.fetch(version('a'), signal);
    expect(item).toEqual({ mimeType: 'text/plain', fileName: 'a.txt', versionKey: 'r1' });
    expect(await textOf(body)).toBe('Hello');
  });

  test.each([
    ['document', 'wordprocessingml.document', 'docx'],
    ['spreadsheet', 'spreadsheetml.sheet', 'xlsx'],
    ['presentation', 'presentationml.presentation', 'pptx'],
  ])("of a Google %s come as Office's %s", async (kind, form, extension) => {
    const { store, connector } = await start();
    store.put({ id: 'a', name: 'Plan', mimeType: `${google}.${kind}`, content: 'exported' });
    const { body, mimeType, fileName } = await connector.fetch(version('a'), signal);
    expect({ mimeType, fileName }).toEqual({ mimeType: `${office}.${form}`, fileName: `Plan.${extension}` });
    expect(await textOf(body)).toBe('exported');
  });

  test('of a drawing come as PDF, and a name that has its ending keeps it', async () => {
    const { store, connector } = await start();
    store.put({ id: 'd', name: 'Plan', mimeType: `${google}.drawing`, content: 'exported' });
    store.put({ id: 'w', name: 'Plan.DOCX', mimeType: `${google}.document`, content: 'exported' });
    expect(await connector.fetch(version('d'), signal)).toMatchObject({
      mimeType: 'application/pdf',
      fileName: 'Plan.pdf',
    });
    expect((await connector.fetch(version('w'), signal)).fileName).toBe('Plan.DOCX');
  });

  test('of a document beyond 10 MB come by its export link, whose redirect does not get the token', async () => {
    const { emulator, store, connector } = await start();
    const bytes = 11 * 1024 * 1024;
    store.put({ id: 'a', name: 'Huge', mimeType: `${google}.document`, content: { bytes } });
    const { body } = await connector.fetch(version('a'), signal);
    expect((await textOf(body)).length).toBe(bytes);
    expect(emulator.requests.at(-1)).toMatchObject({ path: '/signed' });
    expect(emulator.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['is not there', undefined, 'ITEM_NOT_FOUND'],
    ['is in the trash', { trashed: true }, 'ITEM_NOT_FOUND'],
    ['must not be downloaded', { canDownload: false }, 'ITEM_FORBIDDEN'],
    ['is a form', { mimeType: `${google}.form` }, 'ITEM_UNSUPPORTED'],
  ])('of what %s are refused, and not asked for', async (_what, file, code) => {
    const { emulator, store, connector } = await start();
    if (file) store.put({ id: 'a', name: 'a', ...file });
    await expect(connector.fetch(version('a'), signal)).rejects.toMatchObject({ code });
    expect(emulator.requests).toHaveLength(1);
  });

  test('of a document whose export fails for now are not asked for by its link', async () => {
    const { emulator, store, connector } = await start({
      fault: ({ path }) => (path.endsWith('/export') ? refusal(500, 'backendError') : undefined),
    });
    store.put({ id: 'a', name: 'a', mimeType: `${google}.document` });
    const fetched = connector.fetch(version('a'), signal);
    expect(await rejection(fetched)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(emulator.requests.at(-1)?.path).toMatch(/export$/);
  });
});

test('a drawing beyond 10 MB, which has no export link, cannot be read', async () => {
  const { store, connector } = await start();
  const content = { bytes: 11 * 1024 * 1024 };
  store.put({ id: 'a', name: 'Huge', mimeType: `${google}.drawing`, content });
  expect(await rejection(connector.fetch(version('a'), signal))).toMatchObject({ code: 'ITEM_UNSUPPORTED' });
});

const refusal = (status: number, reason: string) => ({
  status,
  headers: { 'retry-after': '7' },
  body: {
    error: { code: status, message: 'No', errors: [{ reason, domain: 'usageLimits', message: 'No' }] },
  },
});

test.each([
  [403, 'userRateLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  [429, 'rateLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  [403, 'sharingRateLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  [403, 'dailyLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  [403, 'accessNotConfigured', 'PROVIDER_REJECTED'],
  [403, 'domainPolicy', 'PROVIDER_REJECTED'],
  [403, 'fileNotDownloadable', 'ITEM_UNSUPPORTED'],
  [403, 'insufficientPermissions', 'CONNECTION_UNAUTHORIZED'],
  [500, 'backendError', 'PROVIDER_UNAVAILABLE'],
])('a %i with the reason %s is %s', async (status, reason, code) => {
  const { emulator, connector } = await start({ fault: () => refusal(status, reason) });
  const error = await rejection(connector.list(undefined, undefined, signal));
  expect(error).toMatchObject({ code, details: { reason: 'No' } });
  if (code === 'PROVIDER_RATE_LIMITED') expect(error).toMatchObject({ details: { retryAfterMs: 7_000 } });
  expect(emulator.requests).toHaveLength(1);
});

test.each([
  ['dailyLimitExceeded', 'PROVIDER_RATE_LIMITED'],
  ['downloadQuotaExceeded', 'PROVIDER_UNAVAILABLE'],
])(
  'what a day restores, as %s, is asked for again in an hour, unless Google says when',
  async (reason, code) => {
    const { connector } = await start({ fault: () => ({ ...refusal(403, reason), headers: {} }) });
    const error = await rejection(connector.list(undefined, undefined, signal));
    expect(error).toMatchObject({ code, details: { retryAfterMs: 3_600_000 } });
  },
);

test('a refusal in another form has its text as the reason', async () => {
  const { connector } = await start({ fault: () => ({ status: 502, body: 'Bad gateway' }) });
  const error = await rejection(connector.list(undefined, undefined, signal));
  expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', details: { reason: 'Bad gateway' } });
});

test.each(['cut', 'truncated'] as const)(
  'an answer that is %s is an outage, and is not asked for again',
  async (kind) => {
    const { emulator, connector } = await start({ fault: () => ({ kind }) });
    await expect(connector.list(undefined, undefined, signal)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    expect(emulator.requests).toHaveLength(1);
  },
);

test('a refused token is asked for anew once, and is in no error', async () => {
  const { emulator, connector } = await start({}, 'stale-token');
  const error = await rejection(connector.whoAmI(signal));
  expect(error).toMatchObject({ code: 'CONNECTION_UNAUTHORIZED' });
  expect(emulator.requests).toHaveLength(2);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('stale-token');
});

test('bytes without a type are bytes', async () => {
  const { connector } = await start({ fault: () => ({ body: 'Hello', headers: { 'content-type': '' } }) });
  const { mimeType } = await connector.fetch({ externalId: 'a', versionKey: 'r1', name: 'a' }, signal);
  expect(mimeType).toBe('application/octet-stream');
});

test('an account that shows no address has its name', async () => {
  const about = (user: object) => ({ body: { user: { permissionId: '7', ...user } } });
  const named = await start({ fault: () => about({ displayName: 'Ada' }) });
  expect(await named.connector.whoAmI(signal)).toEqual({ accountId: '7', name: 'Ada' });
  const nameless = await start({ fault: () => about({}) });
  expect(await nameless.connector.whoAmI(signal)).toEqual({ accountId: '7', name: null });
});

test('the account is named by its permission id and address', async () => {
  const { connector } = await start();
  expect(await connector.whoAmI(signal)).toEqual({ accountId: '0815', name: 'ada@example.org' });
});
