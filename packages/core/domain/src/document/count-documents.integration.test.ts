import { createSeededRandom } from '@docfleet/testing';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { database, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { DocumentStatus } from '../database/index.ts';
import { acceptDocument } from '../ingest/index.ts';
import { createNamespace, type Namespace } from '../namespace/index.ts';
import { readBounds } from './bounded-read.ts';
import { countDocuments, listDocumentPage, rollUpCounts } from './index.ts';

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
        expect((await countDocuments(database, { namespaceId, tenantId })).by(by)).toEqual(
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
  const byStatus = async (more: object) =>
    (await countDocuments(database, { ...filter, ...more })).by('status');
  const [first] = await byStatus({});
  expect(await byStatus({ statuses: [first?.value ?? ''] })).toEqual([first]);
  expect(await byStatus({ types: ['constructor'] })).toEqual([]);
});

describe('a filter for which all of many documents would have to be read', () => {
  /** No full read is this quick. */
  const bounds = { ...readBounds, fullReadMs: 1, countedDocuments: 1_000, documentsOfPage: 2_000 };
  const total = 12_800;
  let namespaceId: string;
  const above = (number: number) => [
    ...Array.from({ length: 30 }, (_, index) => ({
      field: `field${index}`,
      operator: '$ne' as const,
      value: 'a',
    })),
    { field: 'number', operator: '$gt' as const, value: number },
  ];
  const filter = (number: number) => ({
    namespaceId,
    tenantId: undefined,
    metadata: above(number),
  });

  beforeAll(async () => {
    const { organizationId } = namespace;
    ({ id: namespaceId } = await createNamespace(database, vault, {
      organizationId,
      name: 'many',
      configs: {},
    }));
    await acceptDocument(database, incoming({ namespaceId, externalId: 'first' }));
    await database.$executeRaw`
      INSERT INTO documents (id, "organizationId", "namespaceId", "externalId", "liveKey", "documentType", "ingestionSource", status, stage,
        "ingestJobId", "ingestJobRunId", metadata, "updatedAt")
      SELECT (lpad(to_hex(n), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid, "organizationId", "namespaceId", n::text,
        sha256(n::text::bytea), "documentType", "ingestionSource", CASE WHEN n % 10 = 0 THEN 'FAILED' ELSE 'SUCCESS' END::"DocumentStatus",
        stage, "ingestJobId", "ingestJobRunId", jsonb_build_object('number', n), now()
      FROM documents, generate_series(1, ${total}) AS n WHERE "namespaceId" = ${namespaceId}::uuid`;
  });

  test('is counted by a sample, and reported as estimated', async () => {
    const counts = await countDocuments(database, filter(total / 4), bounds);
    expect(counts.isEstimated).toBe(true);
    const [failed, , success] = counts.by('status').map(({ totalCount }) => totalCount);
    // Of a sample of 200 documents.
    for (const [count = 0, expected] of [
      [failed, (total / 10) * 0.75],
      [success, ((total * 9) / 10) * 0.75],
    ] as const)
      expect(Math.abs(count - expected)).toBeLessThan(expected / 3);
  });

  test('is counted document by document where there is time', async () => {
    const counts = await countDocuments(database, filter(total / 4), { ...bounds, fullReadMs: 60_000 });
    expect(counts.isEstimated).toBe(false);
    expect(counts.by('source').map(({ totalCount }) => totalCount)).toEqual([(total * 3) / 4]);
  });

  test('is listed in pages that may be short or empty, and together hold every match once', async () => {
    const found: string[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined, isLast = false; !isLast; ) {
      const size = 20;
      const page = { size, ...(after !== undefined && { after }) };
      const { documents, readTo } = await listDocumentPage(database, filter(total - 1_030), page, bounds);
      const shown = documents.slice(0, size);
      found.push(...shown.map(({ externalId }) => externalId));
      sizes.push(shown.length);
      after = documents.length > size ? shown.at(-1)?.id : readTo;
      isLast = after === undefined;
    }
    const expected = Array.from({ length: 1_030 }, (_, index) => String(total - index));
    expect(found.toSorted((a, b) => Number(b) - Number(a))).toEqual(expected);
    expect(sizes).toContain(10);
    expect(sizes.at(-1)).toBe(0);
  });
});
