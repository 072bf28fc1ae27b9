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

test('documents are found by the moment at which they were accepted, whatever its time zone', async () => {
  const { database } = gateway.context;
  const id = await ingest('early');
  const createdAt = new Date('2026-02-03T04:05:06.789Z');
  await database.document.update({ where: { id }, data: { createdAt } });
  const found = async (source: object) => {
    const json = { namespaceId: 'docs', query: 'the rule early', filter: { source } };
    const { results } = (await gateway.call('POST', '/v1/search', { json })).body.data;
    const list = await gateway.call('POST', '/v1/documents', {
      json: { namespaceId: 'docs', filterConfig: { source } },
    });
    const names: string[] = list.body.data.documents.map(({ name }: { name: string }) => name);
    const hits = results.map(({ document }: { document: { name: string } }) => document.name);
    expect(hits.includes('early')).toBe(names.includes('early'));
    expect(names).toEqual(expect.arrayContaining(hits));
    return names;
  };
  expect(await found({ createdBefore: '2026-02-03T04:05:06.790Z' })).toEqual(['early']);
  expect(await found({ createdBefore: '2026-02-03T04:05:06.789Z' })).toEqual([]);
  const sameMoment = '2026-02-03T05:05:06.789+01:00';
  expect(await found({ createdAfter: sameMoment, createdBefore: '2026-02-04T00:00:00Z' })).toEqual(['early']);
  expect(await found({ createdAfter: '2026-02-03T04:05:06.790Z' })).not.toContain('early');
});
