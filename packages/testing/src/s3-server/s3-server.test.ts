import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startS3Server } from '../index.ts';
import { bucket, failsWith, identity, openS3Subject, type S3Subject } from './s3-subject.fixture.ts';

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

describe('buckets', () => {
  test('can be created once', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'another' }));
    await s3.send(new HeadBucketCommand({ Bucket: 'another' }));
    await expect(s3.send(new CreateBucketCommand({ Bucket: 'another' }))).rejects.toMatchObject(
      failsWith(409, 'BucketAlreadyOwnedByYou'),
    );
  });

  test('an absent one is answered with 404', async () => {
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'absent' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    });
    await expect(
      s3.send(new PutObjectCommand({ Bucket: 'absent', Key: 'a', Body: 'x' })),
    ).rejects.toMatchObject(failsWith(404, 'NoSuchBucket'));
  });
});

describe('objects', () => {
  test('a buffer is read back exactly, with its type and metadata', async () => {
    const Key = 'a/b c/é+%&<>".txt';
    const written = await s3.send(
      new PutObjectCommand({ Bucket, Key, Body: 'hello', ContentType: 'text/plain', Metadata: { x: '1' } }),
    );
    expect(written.ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    const object = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(await object.Body?.transformToString()).toBe('hello');
    expect(object).toMatchObject({ ContentType: 'text/plain', Metadata: { x: '1' }, ContentLength: 5 });
  });

  test('a stream, sent in chunks with a trailing checksum, is read back exactly', async () => {
    const bytes = randomBytes(300_000);
    const Body = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'stream', Body, ContentLength: bytes.length }));
    expect((await read('stream')).equals(bytes)).toBe(true);
  });

  test.each(['CRC32', 'SHA1', 'SHA256'] as const)('a %s checksum is verified and kept', async (algorithm) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: algorithm, Body: 'x', ChecksumAlgorithm: algorithm }));
    const object = await s3.send(new GetObjectCommand({ Bucket, Key: algorithm, ChecksumMode: 'ENABLED' }));
    expect(await object.Body?.transformToString()).toBe('x');
    expect(object[`Checksum${algorithm}`]).toEqual(expect.any(String));
  });

  test('a body that does not match its checksum is refused and not stored', async () => {
    await expect(
      s3.send(new PutObjectCommand({ Bucket, Key: 'bad', Body: 'x', ChecksumCRC32: 'AAAAAA==' })),
    ).rejects.toMatchObject(failsWith(400, 'BadDigest'));
    await expect(read('bad')).rejects.toMatchObject(failsWith(404, 'NoSuchKey'));
    expect(subject.server.unfinishedBodies()).toBe(0);
  });

  test.each([
    ['bytes=10-19', 10, 20],
    ['bytes=299990-', 299_990, 300_000],
    ['bytes=-5', 299_995, 300_000],
  ])('the range %s is answered alone', async (Range, from, to) => {
    const bytes = randomBytes(300_000);
    await put('ranged', bytes);
    const part = await s3.send(new GetObjectCommand({ Bucket, Key: 'ranged', Range }));
    expect(part.$metadata.httpStatusCode).toBe(206);
    expect(Buffer.from((await part.Body?.transformToByteArray()) ?? [])).toEqual(bytes.subarray(from, to));
  });

  test('a range behind the end is refused', async () => {
    await put('short');
    await expect(
      s3.send(new GetObjectCommand({ Bucket, Key: 'short', Range: 'bytes=100-' })),
    ).rejects.toMatchObject(failsWith(416, 'InvalidRange'));
  });

  test('HEAD returns the size', async () => {
    await put('head', 'four');
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'head' }))).toMatchObject({ ContentLength: 4 });
  });

  test('If-None-Match: * only creates', async () => {
    await put('once', 'first');
    await expect(
      s3.send(new PutObjectCommand({ Bucket, Key: 'once', Body: 'second', IfNoneMatch: '*' })),
    ).rejects.toMatchObject(failsWith(412, 'PreconditionFailed'));
    expect((await read('once')).toString()).toBe('first');
  });

  test('a copy has the bytes of its source', async () => {
    await put('source', 'to copy');
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Bucket}/source` }));
    expect((await read('copied')).toString()).toBe('to copy');
  });

  test('deleting twice is no error', async () => {
    await put('gone');
    for (const _ of [1, 2]) await s3.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
    await expect(read('gone')).rejects.toMatchObject(failsWith(404, 'NoSuchKey'));
  });

  test('many are deleted in one request', async () => {
    await put('many/1 & <2>');
    await put('many/é');
    const Objects = ['many/1 & <2>', 'many/é', 'many/absent'].map((Key) => ({ Key }));
    const { Deleted } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).toHaveLength(3);
    expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/' }))).KeyCount).toBe(0);
  });

  test('survive a restart on the same folder', async () => {
    const directory = await mkdtemp(join(tmpdir(), 's3-restart-'));
    const first = await startS3Server({ ...identity, bucket: Bucket, directory });
    const client = new S3Client({
      endpoint: first.url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: identity,
    });
    await client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'still here' }));
    await first.close();
    const second = await startS3Server({ ...identity, bucket: Bucket, directory, port: first.port });
    expect((await read('kept', client)).toString()).toBe('still here');
    await second.close();
    client.destroy();
    await rm(directory, { recursive: true });
  });
});

describe('listing', () => {
  test('pages through every key once, in byte order', async () => {
    const keys = ['p/1', 'p/2', 'p/a b', 'p/é', 'p/😀'];
    for (const key of keys.toReversed()) await put(key);
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'p/', MaxKeys: 2, ContinuationToken }),
      );
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(seen).toEqual(keys);
  });

  test('rolls keys up at the delimiter', async () => {
    for (const key of ['d/file', 'd/x/1', 'd/x/2', 'd/y/1']) await put(key);
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'd/', Delimiter: '/' }));
    expect(page.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['d/x/', 'd/y/']);
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(['d/file']);
  });
});

describe('multipart uploads', () => {
  const partSize = 5 * 2 ** 20;

  test('13 MB in three parts are read back exactly', async () => {
    const bytes = randomBytes(13 * 2 ** 20);
    const upload = new Upload({
      client: s3,
      params: { Bucket, Key: 'big', Body: Readable.from([bytes]), ContentType: 'application/x' },
      partSize,
      queueSize: 3,
    });
    expect((await upload.done()).ETag).toMatch(/-3"$/);
    expect((await read('big')).equals(bytes)).toBe(true);
    expect(subject.server.unfinishedBodies()).toBe(0);
  });

  test('an abandoned one is listed until it is aborted', async () => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'half' }));
    await s3.send(new UploadPartCommand({ Bucket, Key: 'half', UploadId, PartNumber: 1, Body: 'x' }));
    expect((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toHaveLength(1);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'half', UploadId }));
    expect((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toHaveLength(0);
    expect(subject.server.unfinishedBodies()).toBe(0);
  });

  test('a small part that is not the last is refused', async () => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'small' }));
    const Parts = [];
    for (const PartNumber of [1, 2]) {
      const { ETag } = await s3.send(
        new UploadPartCommand({ Bucket, Key: 'small', UploadId, PartNumber, Body: 'x' }),
      );
      Parts.push({ PartNumber, ETag });
    }
    await expect(
      s3.send(
        new CompleteMultipartUploadCommand({ Bucket, Key: 'small', UploadId, MultipartUpload: { Parts } }),
      ),
    ).rejects.toMatchObject(failsWith(400, 'EntityTooSmall'));
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'small', UploadId }));
  });
});
