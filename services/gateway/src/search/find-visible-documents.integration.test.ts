import { findVisibleDocuments } from '@docfleet/domain/chunk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

async function ingest(name: string): Promise<string> {
  const config = { name, text: `The rule ${name}.`, externalId: name };
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config } };
  const { id } = (await gateway.call('POST', '/v1/ingest/text', { json })).body.data.documents[0];
  await embedDocument(gateway, 'docs', id, [config.text]);
  return id;
}

test('documents that a search sees are listed page by page, those of a source alone where it is filtered by', async () => {
  const { database } = gateway.context;
  const ids = (await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ingest))).toSorted();
  const wanted = [ids[1], ids[3], ids[4]];
  for (const id of wanted)
    await database.document.update({
      where: { id: id ?? '' },
      data: { sourceUrl: `https://docs.example/${id}` },
    });
  const { namespaceId } = await database.document.findUniqueOrThrow({ where: { id: ids[0] ?? '' } });
  const source = { urlPrefix: 'https://docs.example/' };
  const listed: string[] = [];
  for (let after: string | undefined; ; after = listed.at(-1)) {
    const page = { namespaceId, tenantId: undefined, source, after, limit: 2 };
    const found = await findVisibleDocuments(database, page);
    listed.push(...found);
    if (found.length < 2) break;
  }
  expect(listed).toEqual(wanted);
  const pending = { namespaceId, tenantId: undefined, after: undefined, limit: 9, pendingOnly: true };
  expect(await findVisibleDocuments(database, pending)).toEqual([]);
});
