import { randomBytes } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { bucket, failsWith, openS3Subject, type S3Subject } from './s3-subject.fixture.ts';

const Bucket = bucket;
let subject: S3Subject;
let s3: S3Client;

beforeAll(async () => {
  subject = await openS3Subject();
  s3 = subject.s3;
});
afterEach(() => {
  subject.fault = undefined;
});
afterAll(() => subject.close());

const put: S3Subject['put'] = (key, body) => subject.put(key, body);
const read: S3Subject['read'] = (key, client) => subject.read(key, client);

describe('signatures', () => {
  const wrong = [
    ['secret', { secretAccessKey: 'wrong' }, 403, 'SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'wrong' }, 403, 'InvalidAccessKeyId'],
    ['region', { region: 'eu-west-1' }, 400, 'AuthorizationHeaderMalformed'],
  ] as const;
  test.each(wrong)('a wrong %s is refused', async (_what, override, status, code) => {
    const client = subject.connect(override);
    await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject(
      failsWith(status, code),
    );
    client.destroy();
  });

  test('a request without one is refused', async () => {
    await put('private');
    expect((await fetch(`${subject.server.url}/${Bucket}/private`)).status).toBe(403);
  });

  test('a presigned GET works, with the headers that it overrides', async () => {
    await put('a b/é.txt', 'hello');
    const command = new GetObjectCommand({
      Bucket,
      Key: 'a b/é.txt',
      ResponseContentDisposition: 'attachment; filename="x.txt"',
    });
    const response = await fetch(await getSignedUrl(s3, command, { expiresIn: 60 }));
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.txt"');
  });

  test('a presigned PUT works', async () => {
    const command = new PutObjectCommand({ Bucket, Key: 'presigned', ContentType: 'text/plain' });
    const url = await getSignedUrl(s3, command, { expiresIn: 60 });
    const headers = { 'content-type': 'text/plain' };
    expect((await fetch(url, { method: 'PUT', body: 'up', headers })).status).toBe(200);
    expect((await read('presigned')).toString()).toBe('up');
  });

  test('a presigned URL that was changed or is expired is refused', async () => {
    await put('signed');
    const command = new GetObjectCommand({ Bucket, Key: 'signed' });
    const url = await getSignedUrl(s3, command, { expiresIn: 60 });
    expect((await fetch(url.replace('/signed', '/once'))).status).toBe(403);
    const signingDate = new Date(Date.now() - 120_000);
    const expired = await getSignedUrl(s3, command, { expiresIn: 60, signingDate });
    expect((await fetch(expired)).status).toBe(403);
  });
});

describe('faults', () => {
  test('an error is answered in S3 words', async () => {
    subject.fault = () => ({ kind: 'error', status: 503, code: 'SlowDown', retryAfterSeconds: 3 });
    await expect(put('slow')).rejects.toMatchObject(failsWith(503, 'SlowDown'));
  });

  test('a connection can be cut in the middle of a body', async () => {
    await put('cut', randomBytes(1_000_000));
    subject.fault = ({ method }) => (method === 'GET' ? { kind: 'cut', afterBytes: 100_000 } : undefined);
    await expect(read('cut')).rejects.toThrow();
  });

  test('a connection can be cut in the middle of a listing', async () => {
    subject.fault = () => ({ kind: 'cut', afterBytes: 20 });
    const abortSignal = AbortSignal.timeout(10_000);
    await expect(s3.send(new ListObjectsV2Command({ Bucket }), { abortSignal })).rejects.toThrow();
    expect(abortSignal.aborted).toBe(false);
  });

  test.each([{ kind: 'hang' }, { kind: 'stall', afterBytes: 1_000 }] as const)(
    'a request can $kind until its caller times out',
    async (stuck) => {
      await put('stuck', randomBytes(100_000));
      subject.fault = () => stuck;
      const abortSignal = AbortSignal.timeout(200);
      const reading = s3
        .send(new GetObjectCommand({ Bucket, Key: 'stuck' }), { abortSignal })
        .then(({ Body }) => Body?.transformToByteArray());
      await expect(reading).rejects.toThrow();
    },
  );
});
