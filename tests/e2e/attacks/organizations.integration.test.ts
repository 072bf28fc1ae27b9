import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace } from '../documents.ts';
import { type AttackedFleet, createKey, sendRaw, startAttackedFleet } from './attacked-fleet.ts';

let attacked: AttackedFleet;
beforeAll(async () => {
  attacked = await startAttackedFleet({ PARSE_PROCESSES: '1', PARSE_MAX_GROWTH: '20' });
}, 240_000);
afterAll(() => attacked?.fleet.remove());

const namespaces = Array.from({ length: 12 }, (_, index) => `many-${index}`);

/** Returns a PDF whose page tree repeats one page, so that reading takes seconds. */
function slowPdf(mark: number): string {
  const content = `BT /F 12 Tf 20 100 Td (Page ${mark}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 20000/Kids[${'3 0 R '.repeat(20_000)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return `%PDF-1.4\n${body}trailer<</Size 6/Root 1 0 R>>\n%%EOF`;
}

async function statusOfNeighbor(): Promise<string | undefined> {
  const { fleet, neighbor } = attacked;
  const { organizationId } = neighbor;
  return (await fleet.database.document.findFirst({ where: { organizationId } }))?.status;
}

test('the files of an organization in many namespaces do not keep the file of another waiting', async () => {
  const { attacker, neighbor } = attacked;
  await Promise.all(namespaces.map((name) => createNamespace(attacker.api, name)));
  await createNamespace(neighbor.api, 'own');
  for (const [index, namespaceId] of [...namespaces, ...namespaces].entries())
    await attacker.api.upload(
      '/v1/ingest/file',
      { namespaceId },
      { name: `${index}.pdf`, content: slowPdf(index) },
    );
  const file = { name: 'small.csv', content: 'heron,pond\n1,2\n' };
  await neighbor.api.upload('/v1/ingest/file', { namespaceId: 'own' }, file);
  await eventually(async () => expect(await statusOfNeighbor()).toBe('SUCCESS'), 90_000);
  // One after the other, the files of the first organization take minutes.
  const left = await attacked.fleet.database.document.count({
    where: { organizationId: attacker.organizationId, status: { in: ['QUEUED', 'PROCESSING', 'BACKLOG'] } },
  });
  expect(left).toBeGreaterThan(0);
});

test('a link to a file ends with the key that it was given to', async () => {
  const { neighbor } = attacked;
  const apiKey = await createKey(neighbor, { scopes: ['read'] });
  const listed = await sendRaw(
    attacked,
    '/v1/documents',
    { apiKey },
    {
      method: 'POST',
      body: JSON.stringify({ namespaceId: 'own', filterConfig: {}, includeConfig: { rawFileUrl: true } }),
    },
  );
  const [, link = ''] = /"(http[^"]*\/v1\/file-links\/[^"]+)"/.exec(await listed.text()) ?? [];
  expect((await fetch(link)).status).toBe(200);
  await neighbor.api.request('DELETE', `/v1/api-keys/${apiKey.split('_')[2]}`);
  expect((await fetch(link)).status).toBe(403);
});

test('what a quota does not leave room for is refused, with the quota, its limit and what is used', async () => {
  const { neighbor, fleet } = attacked;
  const quotas = { organization: {}, namespace: { documents: 1 }, tenant: {} };
  await fleet.database.organization.update({ where: { id: neighbor.organizationId }, data: { quotas } });
  await eventually(async () => {
    const { status, body } = await neighbor.api.request('POST', '/v1/ingest/text', {
      namespaceId: 'own',
      ingestConfig: { source: 'TEXT', config: { text: `one more ${performance.now()}` } },
    });
    expect([status, body.error?.code]).toEqual([409, 'QUOTA_EXCEEDED']);
    expect(body.error?.details).toMatchObject({ quota: 'namespace.documents', limit: 1 });
  }, 15_000);
  const usage = await neighbor.api.request<{ storage: { documents: number } }>('GET', '/v1/usage');
  expect(usage.body.data.storage.documents).toBeGreaterThan(0);
});
