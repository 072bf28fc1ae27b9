import { randomUUID } from 'node:crypto';
import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { config, context, open, s3 } from '../../../test/s3-server.fixture.ts';
import { openFileStore } from '../../index.ts';
import { connect } from './client.ts';
import { abortUnfinished } from './put-stream.ts';

const never = new AbortController().signal;
const deadlines = { responseMs: 5_000, partMs: 5_000, silenceMs: 5_000 };

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
  const before = s3.server.unfinishedBodies();
  const store = openFileStore(config(), context(namespaceId));
  await store.sweep(never);
  expect(s3.server.unfinishedBodies()).toBe(before);
  expect(await store.purge(never)).toBe(1);
  expect(s3.server.unfinishedBodies()).toBe(before - 1);
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
  s3.fault = ({ query }) =>
    query.has('uploads') ? { kind: 'error', status: 403, code: 'AccessDenied' } : undefined;
  await store.sweep(never);
  expect(await store.purge(never)).toBe(1);
});
