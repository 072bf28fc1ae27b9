import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Fault, type S3Request, type S3Server, startS3Server } from '../index.ts';

export const bucket = 'files';
export const identity = { accessKeyId: 'key-id', secretAccessKey: 'secret' };

/** Server, an AWS SDK client connected to it, and a fault that a test may set. */
export interface S3Subject {
  readonly server: S3Server;
  readonly s3: S3Client;
  fault: ((request: S3Request) => S3Fault | undefined) | undefined;
  connect(overrides?: { secretAccessKey?: string; accessKeyId?: string; region?: string }): S3Client;
  put(key: string, body?: string | Buffer): Promise<unknown>;
  read(key: string, client?: S3Client): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts a server with one bucket. */
export async function openS3Subject(): Promise<S3Subject> {
  const server: S3Server = await startS3Server({
    ...identity,
    bucket,
    fault: (request) => subject.fault?.(request),
  });
  const connect: S3Subject['connect'] = ({ region = 'us-east-1', ...credentials } = {}) =>
    new S3Client({
      endpoint: server.url,
      region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { ...identity, ...credentials },
    });
  const s3 = connect();
  const subject: S3Subject = {
    server,
    s3,
    fault: undefined,
    connect,
    put: (key, body = 'content') => s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body })),
    async read(key, client = s3) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async close() {
      s3.destroy();
      await server.close();
    },
  };
  return subject;
}

/** Returns the pattern of the error with which the SDK rejects a refused request. */
export const failsWith = (status: number, name: string) => ({ name, $metadata: { httpStatusCode: status } });
