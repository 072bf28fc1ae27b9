import { expect, test } from '@jest/globals';
import {
  box,
  change,
  connect,
  gateway,
  namespaceId,
  read,
  returnFromConsent,
  revoke,
} from '../../test/connections.fixture.ts';

/** A run that reads the connection, with a document of it. */
async function bring(connectionId: string) {
  const { database, acceptDocument } = gateway.context;
  const namespace = await database.namespace.findFirstOrThrow({ where: { name: namespaceId } });
  const { ingestJobRunId, documentId } = await acceptDocument({
    organizationId: gateway.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    externalId: `file-of-${connectionId}`,
    name: 'A',
    documentType: 'BOX_DOCUMENT',
    source: 'BOX',
    metadata: {},
    chunkSize: 1_000,
    chunkOverlap: 200,
    config: {},
    contentHash: new Uint8Array(32),
    stage: 'EMBED',
    text: 'A',
  });
  const ofRun = { runs: { some: { id: ingestJobRunId } } };
  await database.ingestJob.updateMany({ where: ofRun, data: { connectionId } });
  await database.document.update({ where: { id: documentId }, data: { connectionId } });
  return { ingestJobRunId, documentId };
}

test('revoking ends the tokens here and at the vendor, and what is being read', async () => {
  const { id } = await connect({ clientRedirectUrl: 'https://app.example.com/' });
  const { database, vault } = gateway.context;
  const row = await database.connection.findUniqueOrThrow({ where: { id } });
  const { accessToken } = JSON.parse(vault.open(row.sealedTokens ?? new Uint8Array(), id));
  const { ingestJobRunId, documentId } = await bring(id);
  const waiting = (await change(id)).body.data.authorizationUrl;
  const revoked = await revoke(id);
  expect(revoked.body.data).toMatchObject({
    connection: {
      status: 'REVOKED',
      statusReason: expect.any(String),
      config: { credentials: null },
      clientRedirectUrl: null,
    },
    itemsDeleted: 0,
  });
  expect(box.accepts(accessToken)).toBe(false);
  const run = await database.ingestJobRun.findUniqueOrThrow({ where: { id: ingestJobRunId } });
  expect(run.status).toBe('COMPLETED');
  const document = await database.document.findUniqueOrThrow({ where: { id: documentId } });
  expect(document.status).toBe('CANCELLED');
  expect((await returnFromConsent(await box.consent(waiting))).status).toBe(410);
  expect((await revoke(id)).body.data.connection.status).toBe('REVOKED');
});

test('revoking deletes what the connection brought where that is asked for, and nothing else', async () => {
  const { id } = await connect();
  const other = await connect();
  const [mine, theirs] = [await bring(id), await bring(other.id)];
  expect((await revoke(id, '?deleteDocuments=true')).body.data.itemsDeleted).toBe(1);
  const statusOf = async ({ documentId }: { documentId: string }) =>
    (await gateway.context.database.document.findUnique({ where: { id: documentId } }))?.status;
  expect(await statusOf(mine)).toBe('QUEUED_FOR_DELETION');
  expect(await statusOf(theirs)).toBe('QUEUED');
});

test('a revoked connection is brought back by authorizing it again', async () => {
  const { id } = await connect();
  await revoke(id);
  const changed = await change(id, { name: 'new', clientRedirectUrl: 'https://app.example.com/' });
  expect(changed.body.data.connection).toMatchObject({ name: 'new', status: 'REVOKED' });
  const response = await returnFromConsent(await box.consent(changed.body.data.authorizationUrl));
  expect(response.headers.get('location')).toBe(`https://app.example.com/?connectionId=${id}&status=ACTIVE`);
  expect(await read(id)).toMatchObject({ status: 'ACTIVE', statusReason: null });
});
