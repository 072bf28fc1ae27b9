import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ForeignS3,
  findForeignS3,
  foreignS3Missing,
  runWhere,
  type S3Server,
  startS3Server,
} from '../index.ts';
import { bucket as Bucket, identity } from './s3-subject.fixture.ts';

const startForeign = await findForeignS3();
const foreign = runWhere(describe, startForeign !== undefined, foreignS3Missing);

/** Registers facts of the protocol that hold for every server of S3. */
function describeS3(
  name: string,
  run: typeof foreign,
  start: () => Promise<Pick<S3Server, 'url'> & { stop(): Promise<void> }>,
): void {
  run(`${name} as a server of S3`, () => {
    let server: Awaited<ReturnType<typeof start>>;
    let s3: S3Client;
    beforeAll(async () => {
      server = await start();
      s3 = new S3Client({
        endpoint: server.url,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: identity,
      });
    }, 120_000);
    afterAll(async () => {
      s3?.destroy();
      await server?.stop();
    });

    const put = (Key: string, Body: string, options: object = {}) =>
      s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }));

    test('If-None-Match: * only creates', async () => {
      await put('once', 'first', { IfNoneMatch: '*' });
      await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
        name: 'PreconditionFailed',
        $metadata: { httpStatusCode: 412 },
      });
    });

    test('a body that does not match its checksum is refused', async () => {
      await expect(put('bad', 'x', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
        name: 'BadDigest',
        $metadata: { httpStatusCode: 400 },
      });
    });

    test('a presigned link returns the file without a key', async () => {
      await put('linked', 'for anyone');
      const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'linked' }), { expiresIn: 60 });
      const response = await fetch(url);
      expect([response.status, await response.text()]).toEqual([200, 'for anyone']);
    });
  });
}

describeS3('the small one of ours', describe, async () => {
  const server = await startS3Server({ ...identity, bucket: Bucket });
  return { url: server.url, stop: () => server.close() };
});
describeS3(
  'SeaweedFS',
  foreign,
  () =>
    (startForeign as NonNullable<typeof startForeign>)({ ...identity, bucket: Bucket }) as Promise<ForeignS3>,
);
