import { expect, test } from '@jest/globals';
import { accept, database, namespace } from '../../test/domain.fixture.ts';
import { listDocuments } from './index.ts';

const kept = 5_000;

/** Copies a document, under ids that are spread among the others. */
const copy = (documentId: string, count: number, prefix: string) => database.$executeRaw`
  INSERT INTO documents SELECT made.* FROM documents, generate_series(1, ${count}::int) AS number,
    jsonb_populate_record(NULL::documents, to_jsonb(documents) || jsonb_build_object(
      'id', gen_random_uuid(), 'externalId', ${prefix} || number, 'liveKey', sha256((${prefix} || number)::bytea))) AS made
  WHERE documents.id = ${documentId}::uuid`;

/** Deletes some of the documents that are not permanent. */
const takeAway = (count: number) => database.$executeRaw`
  UPDATE documents SET "liveKey" = NULL WHERE id IN (
    SELECT id FROM documents WHERE "externalId" LIKE 'goes-%' AND "liveKey" IS NOT NULL ORDER BY random() LIMIT ${count}::int)`;

async function* pages() {
  let after: string | undefined;
  do {
    const found = await listDocuments(
      database,
      { namespaceId: namespace.id, tenantId: undefined },
      { size: 100, ...(after && { after }) },
    );
    yield found.slice(0, 100);
    after = found.length > 100 ? found[99]?.id : undefined;
  } while (after);
}

test('paging through 10,000 documents while others are created and deleted returns each permanent one once', async () => {
  const documentId = await accept({ externalId: 'template' });
  await copy(documentId, kept, 'stays-');
  await copy(documentId, kept, 'goes-');
  const seen: string[] = [];
  let turn = 0;
  for await (const page of pages()) {
    seen.push(...page.map(({ externalId }) => externalId));
    turn += 1;
    await Promise.all([copy(documentId, 60, `comes-${turn}-`), takeAway(60)]);
  }
  expect(turn).toBeGreaterThan(50);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((externalId) => externalId.startsWith('stays-'))).toHaveLength(kept);
  expect(seen.filter((externalId) => externalId.startsWith('comes-')).length).toBeGreaterThan(0);
}, 120_000);
