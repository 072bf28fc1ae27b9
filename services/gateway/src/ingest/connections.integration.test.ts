import { expect, test } from '@jest/globals';
import { connect, gateway, namespaceId, pathOf, read, revoke } from '../../test/connections.fixture.ts';

const ingest = (path: string, source: string, config: object, more: object = {}) =>
  gateway.call('POST', `/v1/ingest/${path}`, {
    json: { namespaceId, ingestConfig: { source, config }, ...more },
  });
const jobOf = async (connectionId: string) =>
  gateway.context.database.ingestJob.findFirstOrThrow({ where: { connectionId } });

test('what a connection shares is accepted, and comes into the run while it is listed', async () => {
  const { id: connectionId } = await connect();
  const { status, body } = await ingest('box', 'BOX', { connectionId, metadata: { team: 'red' } });
  expect([status, body.data.documents]).toEqual([202, []]);
  const path = `/v1/ingest-job-runs/${body.data.ingestJobRunId}?namespaceId=${namespaceId}`;
  expect((await gateway.call('GET', path)).body.data).toMatchObject({
    status: 'QUEUED',
    items: { found: 0, skipped: 0, skippedItems: [] },
  });
  const again = await ingest('box', 'BOX', { connectionId, metadata: { team: 'red' } });
  expect(again.body).toMatchObject({ message: 'Box is being read already', data: body.data });
});

test('a schedule stays until another is asked for', async () => {
  const { id: connectionId } = await connect();
  await ingest('box', 'BOX', { connectionId }, { syncFrequency: 'DAILY' });
  await ingest('box', 'BOX', { connectionId });
  expect(await jobOf(connectionId)).toMatchObject({ syncFrequency: 'DAILY', nextRunAt: expect.any(Date) });
  await ingest('box', 'BOX', { connectionId }, { syncFrequency: 'NEVER' });
  expect(await jobOf(connectionId)).toMatchObject({ syncFrequency: 'NEVER', nextRunAt: null });
});

test('the same ids in another order are the same part', async () => {
  const { id: connectionId } = await connect();
  const one = await ingest('box', 'BOX', { connectionId, externalIds: ['2', '1', '2'] });
  const two = await ingest('box', 'BOX', { connectionId, externalIds: ['1', '2'] });
  expect(two.body.data).toEqual(one.body.data);
  expect((await jobOf(connectionId)).config).toMatchObject({ externalIds: ['1', '2'] });
});

test('a connection that is not there, of another vendor, or not authorized is named', async () => {
  const { id: connectionId } = await connect();
  const missing = await ingest('box', 'BOX', { connectionId: '0199c0de-7e57-7000-8000-000000000001' });
  expect([missing.status, missing.body.error.code]).toEqual([404, 'CONNECTION_NOT_FOUND']);
  const other = await ingest('dropbox', 'DROPBOX', { connectionId });
  expect([other.status, other.body.error]).toEqual([
    400,
    expect.objectContaining({
      code: 'INVALID_INGEST_CONFIG',
      message: expect.stringContaining('connectionId'),
    }),
  ]);
  await revoke(connectionId);
  const revoked = await ingest('box', 'BOX', { connectionId });
  expect([revoked.status, revoked.body.message]).toEqual([400, expect.stringContaining('REVOKED')]);
});

test('Confluence requires the ids of pages', async () => {
  const { id: connectionId } = await connect();
  const { status, body } = await ingest('confluence', 'CONFLUENCE', { connectionId });
  expect([status, body.error.details.issues[0].path]).toEqual([400, 'ingestConfig.config.externalIds']);
});

test('a deleted connection is gone, with its schedules, and its documents where that is asked for', async () => {
  const { id: connectionId } = await connect();
  await ingest('box', 'BOX', { connectionId }, { syncFrequency: 'DAILY' });
  const query = `?namespaceId=${namespaceId}&deleteDocuments=true`;
  const deleted = await gateway.call('DELETE', pathOf(connectionId) + query);
  expect([deleted.status, deleted.body.data]).toEqual([
    202,
    { connection: { id: connectionId }, itemsDeleted: 0 },
  ]);
  expect(await read(connectionId).catch(() => undefined)).toBeUndefined();
  expect(await jobOf(connectionId)).toMatchObject({ syncFrequency: 'NEVER', nextRunAt: null });
  expect((await gateway.call('DELETE', pathOf(connectionId) + query)).status).toBe(404);
});
