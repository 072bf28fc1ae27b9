import { randomUUID } from 'node:crypto';
import { createEgress } from '@docfleet/egress';
import { type S3Fault, type S3Request, type S3Server, startS3Server } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { openFileStore } from '../src/index.ts';
import type { S3CompatibleConfig } from '../src/providers/s3-compatible/config.ts';

export const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+secret',
};

/** The S3 server of a test file, and the fault of its next requests, which each test sets for itself. */
export const s3: { server: S3Server; fault: ((request: S3Request) => S3Fault | undefined) | undefined } = {
  server: undefined as unknown as S3Server,
  fault: undefined,
};
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
beforeAll(async () => {
  s3.server = await startS3Server({
    ...credentials,
    bucket: 'files',
    fault: (request) => s3.fault?.(request),
  });
});
afterEach(() => {
  s3.fault = undefined;
});
afterAll(async () => {
  await egress.close();
  await s3.server.close();
});

export const config = (overrides: Partial<S3CompatibleConfig> = {}): S3CompatibleConfig => ({
  type: 'S3_COMPATIBLE',
  bucket: 'files',
  region: 'us-east-1',
  endpoint: s3.server.url,
  credentials,
  ...overrides,
});
export const context = (namespaceId: string = randomUUID()) => ({ namespaceId, egress });
export const open = (overrides?: Partial<S3CompatibleConfig>) => openFileStore(config(overrides), context());
