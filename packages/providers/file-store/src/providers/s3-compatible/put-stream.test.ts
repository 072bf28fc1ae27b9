import { randomUUID } from 'node:crypto';
import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { createEgress } from '@docfleet/egress';
import { type S3Fault, type S3Request, type S3Server, startS3Server } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openFileStore } from '../../index.ts';
import { connect } from './client.ts';
import type { S3CompatibleConfig } from './config.ts';
import { abortUnfinished } from './put-stream.ts';

const never = new AbortController().signal;
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+secret' };
const deadlines = { responseMs: 5_000, partMs: 5_000, silenceMs: 5_000 };

let fault: ((request: S3Request) => S3Fault | undefined) | undefined;
let server: S3Server;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
beforeAll(async () => {
  server = await startS3Server({ ...credentials, bucket: 'files', fault: (request) => fault?.(request) });
});
afterEach(() => {
  fault = undefined;
});
afterAll(async () => {
  await egress.close();
  await server.close();
});

const config = (): S3CompatibleConfig => ({
  type: 'S3_COMPATIBLE',
  bucket: 'files',
  region: 'us-east-1',
  endpoint: server.url,
  credentials,
});
const context = (namespaceId: string = randomUUID()) => ({
  namespaceId,
  egress,
});
const open = () => openFileStore(config(), context());

/** An upload that a killed writer has begun: its part lies in the bucket, which lists no object. */
async function leaveUpload(namespaceId: string): Promise<void> {
  const { ask, bucket: Bucket } = connect(config(), context());
  const object = { Bucket, Key: `docfleet/${namespaceId}/half` };
  await ask(never, 5_000, async (client) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'half a file' }));
  });
}

test('what a killed writer left goes with its namespace, and that of another namespace stays', async () => {
  const [namespaceId, neighbor] = [randomUUID(), randomUUID()];
  await leaveUpload(namespaceId);
  await leaveUpload(neighbor);
  const before = server.unfinishedBodies();
  const store = openFileStore(config(), context(namespaceId));
  await store.sweep(never);
  expect(server.unfinishedBodies()).toBe(before);
  expect(await store.purge(never)).toBe(1);
  expect(server.unfinishedBodies()).toBe(before - 1);
  expect(await openFileStore(config(), context(neighbor)).purge(never)).toBe(1);
});

test('what a killed writer left is swept by its age, whatever was written since', async () => {
  const namespaceId = randomUUID();
  await leaveUpload(namespaceId);
  const connection = connect(config(), context());
  const prefix = `docfleet/${namespaceId}/`;
  const sweep = (begunBefore: number) =>
    abortUnfinished(connection, { prefix, begunBefore }, never, deadlines);
  expect(await sweep(Date.now() - 60_000)).toBe(0);
  expect(await sweep(Date.now() + 60_000)).toBe(1);
});

test('what a killed writer left is no reason to keep files where the credentials may not list uploads', async () => {
  const store = open();
  await store.put('file', 'value', 'text/plain', never);
  fault = ({ query }) =>
    query.has('uploads') ? { kind: 'error', status: 403, code: 'AccessDenied' } : undefined;
  await store.sweep(never);
  expect(await store.purge(never)).toBe(1);
});
