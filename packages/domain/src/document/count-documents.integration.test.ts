import { createSeededRandom } from '@docfleet/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { database, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { DocumentStatus } from '../database/index.ts';
import { acceptDocument } from '../ingest/index.ts';
import { createNamespace, type Namespace } from '../namespace/index.ts';
import { countDocuments, rollUpCounts } from './index.ts';

let namespaces: Namespace[];

beforeEach(async () => {
  const { organizationId } = namespace;
  const create = (name: string) => createNamespace(database, vault, { organizationId, name, configs: {} });
  namespaces = await Promise.all(['a', 'b'].map(create));
});

const statuses = Object.values(DocumentStatus);
const random = createSeededRandom(7);
const anyOf = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** All operations that change the number of documents of a kind. */
const operations = {
  accept: async () => {
    const document = incoming({
      namespaceId: anyOf(namespaces).id,
      tenantId: anyOf([null, 'x', 'y']),
      externalId: String(Math.floor(random() * 60)),
      documentType: anyOf(['TEXT', 'FILE']),
      source: anyOf(['TEXT', 'LOCAL_FILE']),
    });
    await acceptDocument(database, document);
  },
  moveMany: () => database.$executeRaw`
    UPDATE documents SET status = ${anyOf(statuses)}::"DocumentStatus" WHERE status = ${anyOf(statuses)}::"DocumentStatus"`,
  changeNothing: () => database.$executeRaw`UPDATE documents SET "updatedAt" = now()`,
  unlist: () => database.$executeRaw`
    UPDATE documents SET "liveKey" = NULL WHERE id = (SELECT min(id::text)::uuid FROM documents WHERE "liveKey" IS NOT NULL)`,
  remove: () =>
    database.$executeRaw`DELETE FROM documents WHERE id = (SELECT max(id::text)::uuid FROM documents)`,
  rollUp: () => rollUpCounts(database),
};

/** The expected counts, counted document by document. */
const countOneByOne = (namespaceId: string, tenantId: string | undefined, column: string) =>
  database.$queryRawUnsafe(
    `SELECT "${column}"::text AS value, count(*)::int AS "totalCount" FROM documents
     WHERE "namespaceId" = $1::uuid AND "liveKey" IS NOT NULL AND ($2::text IS NULL OR "tenantId" = $2) GROUP BY 1 ORDER BY 1`,
    namespaceId,
    tenantId ?? null,
  );

async function expectTrueCounts() {
  for (const { id: namespaceId } of namespaces)
    for (const tenantId of [undefined, 'x'])
      for (const [by, column] of [
        ['status', 'status'],
        ['source', 'ingestionSource'],
        ['documentType', 'documentType'],
      ] as const)
        expect(await countDocuments(database, { namespaceId, tenantId }, by)).toEqual(
          await countOneByOne(namespaceId, tenantId, column),
        );
}

test('after any operations, also concurrent ones, the statistics equal the documents counted one by one', async () => {
  for (let round = 0; round < 20; round += 1) {
    const batch = Array.from({ length: 12 }, () => anyOf(Object.values(operations)));
    // Two updates of many rows may deadlock; PostgreSQL rolls one back.
    await Promise.allSettled(batch.map((operation) => operation()));
    await expectTrueCounts();
  }
  await rollUpCounts(database);
  await expectTrueCounts();
});

test('a roll-up leaves one row for each kind, and merges what it had to leave to a concurrent one', async () => {
  const [{ id: namespaceId } = { id: '' }] = namespaces;
  const accept = (externalId: string) => acceptDocument(database, incoming({ namespaceId, externalId }));
  const rows = () =>
    database.documentCount.findMany({ where: { namespaceId }, select: { count: true, rolledUp: true } });
  await accept('1');
  await rollUpCounts(database);
  await database.$transaction(async (concurrent) => {
    await concurrent.$queryRaw`SELECT id FROM document_counts WHERE "namespaceId" = ${namespaceId}::uuid FOR UPDATE`;
    await accept('2');
    await rollUpCounts(database);
  });
  const one = { count: 1, rolledUp: true };
  expect(await rows()).toEqual([one, one]);
  await accept('3');
  await rollUpCounts(database);
  expect(await rows()).toEqual([{ count: 3, rolledUp: true }]);
});

test('a filter by status, source and type uses the counts; an unknown value matches nothing', async () => {
  const [{ id: namespaceId } = { id: '' }] = namespaces;
  const filter = { namespaceId, tenantId: undefined };
  const [first] = await countDocuments(database, filter, 'status');
  const one = await countDocuments(database, { ...filter, statuses: [first?.value ?? ''] }, 'status');
  expect(one).toEqual([first]);
  expect(await countDocuments(database, { ...filter, types: ['constructor'] }, 'status')).toEqual([]);
});
