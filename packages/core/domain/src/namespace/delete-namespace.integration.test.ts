import { expect, test } from '@jest/globals';
import { accept, actor, chunk, claim, database, namespace } from '../../test/domain.fixture.ts';
import { recordChunks, recordContext } from '../chunk/index.ts';
import { deleteNamespace, isNamespaceQuiet, removeNamespaceRows } from './index.ts';

const remove = () => deleteNamespace(database, actor(), { id: namespace.id, name: 'docs' });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('a namespace is deleted once, and its purge is requested with it', async () => {
  const { version } = await database.namespace.findUniqueOrThrow({ where: { id: namespace.id } });
  const jobs = await remove();
  expect(jobs).toMatchObject([{ queue: 'purge-namespace', payload: { namespaceId: namespace.id } }]);
  expect(await database.outboxEntry.count({ where: { id: { in: jobs.map(({ id }) => id) } } })).toBe(1);
  expect(await database.namespace.findUniqueOrThrow({ where: { id: namespace.id } })).toMatchObject({
    status: 'DELETING',
    version: version + 1,
  });
  expect(await remove()).toEqual([]);
  const where = { organizationId: namespace.organizationId, action: 'namespace.deleted' };
  expect(await database.auditEvent.findMany({ where })).toMatchObject([
    { targetType: 'namespace', targetId: 'docs' },
  ]);
});

test.each([
  ['just now', 0, null, false],
  ['a while ago', 5, null, true],
  ['a while ago, and a worker still writes', 5, -10, false],
  ['a while ago, and a dead worker wrote', 5, 10, true],
])('a namespace that was deleted %s is quiet or not', async (_name, deleted, leaseEnded, isQuiet) => {
  const id = await accept();
  const leaseExpiresAt = leaseEnded === null ? null : secondsAgo(leaseEnded);
  await database.document.update({ where: { id }, data: { leaseExpiresAt } });
  await remove();
  await database.namespace.update({ where: { id: namespace.id }, data: { updatedAt: secondsAgo(deleted) } });
  expect(await isNamespaceQuiet(database, namespace.id)).toBe(isQuiet);
});

test('a namespace that is gone is quiet', async () => {
  expect(await isNamespaceQuiet(database, '00000000-0000-7000-8000-000000000000')).toBe(true);
});

test('no row is left of a namespace whose purge has ended', async () => {
  const id = await accept();
  await recordChunks(database, await claim(id), [chunk(id, 0, 'text')]);
  await recordContext(database, { id, revision: 1 }, { key: 'ab'.repeat(32), context: 'a sentence' });
  const sample = { namespaceId: namespace.id, documentId: id, slot: 1, terms: [1] };
  await database.keywordSample.create({ data: sample });
  await remove();
  const ofRun = { run: { namespaceId: namespace.id } };
  expect(await database.ingestJobRunDocument.count({ where: ofRun })).toBe(1);
  await removeNamespaceRows(database, namespace.id);
  const [ofDocument, ofNamespace] = [{ documentId: id }, { namespaceId: namespace.id }];
  expect({
    documents: await database.document.count({ where: { id } }),
    chunks: await database.chunk.count({ where: ofDocument }),
    contexts: await database.chunkContext.count({ where: ofDocument }),
    contents: await database.documentContent.count({ where: ofDocument }),
    samples: await database.keywordSample.count({ where: ofNamespace }),
    runs: await database.ingestJobRun.count({ where: ofNamespace }),
    jobs: await database.ingestJob.count({ where: ofNamespace }),
    namespaces: await database.namespace.count({ where: { id: namespace.id } }),
  }).toEqual({
    documents: 0,
    chunks: 0,
    contexts: 0,
    contents: 0,
    samples: 0,
    runs: 0,
    jobs: 0,
    namespaces: 0,
  });
});

test('a namespace that was not deleted keeps its name, whatever is removed', async () => {
  await removeNamespaceRows(database, namespace.id);
  expect(await database.namespace.count({ where: { id: namespace.id } })).toBe(1);
});
