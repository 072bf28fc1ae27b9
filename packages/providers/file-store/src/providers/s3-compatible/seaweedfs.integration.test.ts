import { randomUUID } from 'node:crypto';
import { createEgress } from '@docfleet/egress';
import { type ForeignS3, findForeignS3, foreignS3Missing, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fileStoreConformance } from '../../../test/conformance.ts';
import { openFileStore } from '../../index.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+secret' };
const bucket = 'files';
const start = await findForeignS3();

runWhere(
  describe,
  start !== undefined,
  foreignS3Missing,
)('SeaweedFS as a file store', () => {
  let server: ForeignS3;
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  beforeAll(async () => {
    server = (await start?.({ ...credentials, bucket })) as ForeignS3;
  }, 120_000);
  afterAll(async () => {
    await egress.close();
    await server?.stop();
  });

  const open = (namespaceId: string, secretAccessKey = credentials.secretAccessKey) =>
    openFileStore(
      {
        type: 'S3_COMPATIBLE',
        bucket,
        region: 'us-east-1',
        endpoint: server.url,
        credentials: { ...credentials, secretAccessKey },
      },
      { namespaceId, egress },
    );

  fileStoreConformance(open);

  test('a wrong key is named', async () => {
    await expect(open(randomUUID(), 'another').check(AbortSignal.timeout(30_000))).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'fileStorageConfig.credentials' },
    });
  });
});
