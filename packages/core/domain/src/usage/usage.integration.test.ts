import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { accept, claim, database, embedded, namespace } from '../../test/domain.fixture.ts';
import { failDocument, succeedDocument } from '../document/index.ts';
import { readHourlyActivity, readUsage, removeOldActivity, rollUpActivity } from './usage.ts';

const hourMs = 3_600_000;
const since = new Date(Date.now() - 2 * hourMs);

/** Accepts a document and leads it to its end. */
async function finish(outcome: 'SUCCESS' | 'FAILED', tenantId: string | null = null): Promise<void> {
  const documentId = await accept({ tenantId });
  const claimed = await claim(documentId);
  if (outcome === 'SUCCESS') {
    await succeedDocument(database, claimed, { ...embedded, tokenCount: 30, embeddingCount: 2 });
    return;
  }
  await database.document.update({ where: { id: documentId }, data: { leaseToken: null } });
  const failed = { namespaceId: namespace.id, documentId, revision: 1 };
  await failDocument(database, failed, new AppError('DOCUMENT_EMPTY', 'Empty'));
}

async function totals(tenantId?: string) {
  const hours = await readHourlyActivity(database, { namespaceId: namespace.id, tenantId, since });
  const sum = (name: 'succeeded' | 'failed' | 'chunks' | 'tokens') =>
    hours.reduce((total, hour) => total + hour[name], 0);
  return { succeeded: sum('succeeded'), failed: sum('failed'), chunks: sum('chunks'), tokens: sum('tokens') };
}

test('finished documents are counted once, by namespace and tenant, also after a roll-up', async () => {
  await Promise.all([
    finish('SUCCESS'),
    finish('SUCCESS', 'a'),
    finish('FAILED', 'a'),
    finish('FAILED', 'b'),
  ]);
  // Neither an update of a finished document nor newly requested work finishes anything.
  await database.$executeRaw`UPDATE documents SET "updatedAt" = now()`;
  await database.$executeRaw`UPDATE documents SET status = 'QUEUED_FOR_RESYNC' WHERE status = 'SUCCESS'`;
  const all = { succeeded: 2, failed: 2, chunks: 4, tokens: 60 };
  const ofA = { succeeded: 1, failed: 1, chunks: 2, tokens: 30 };
  expect([await totals(), await totals('a'), await totals('c')]).toEqual([
    all,
    ofA,
    { succeeded: 0, failed: 0, chunks: 0, tokens: 0 },
  ]);
  await Promise.all([rollUpActivity(database), rollUpActivity(database)]);
  await finish('SUCCESS', 'a');
  await rollUpActivity(database);
  expect(await totals()).toEqual({ succeeded: 3, failed: 2, chunks: 6, tokens: 90 });
  const rows = await database.activityCount.findMany({ where: { namespaceId: namespace.id } });
  expect(rows.length).toBeLessThanOrEqual(2 * 3);
  expect(rows.every(({ rolledUp }) => rolledUp)).toBe(true);
});

test('content that is already visible is not counted as embedded again', async () => {
  await finish('SUCCESS');
  await database.$executeRaw`UPDATE documents SET status = 'PROCESSING' WHERE "namespaceId" = ${namespace.id}::uuid`;
  await database.$executeRaw`UPDATE documents SET status = 'SUCCESS' WHERE "namespaceId" = ${namespace.id}::uuid`;
  expect(await totals()).toEqual({ succeeded: 2, failed: 0, chunks: 2, tokens: 30 });
});

test('usage is reported by day and namespace, also of a deleted one, for 400 days', async () => {
  await finish('SUCCESS');
  const { organizationId } = namespace;
  await database.$executeRaw`
    INSERT INTO activity_counts ("organizationId", "namespaceId", "namespaceName", hour, succeeded, failed, chunks, tokens)
    SELECT ${organizationId}::uuid, gen_random_uuid(), 'gone', date_trunc('hour', now() - days * interval '1 day', 'UTC'), 1, 0, 1, 5
    FROM unnest(ARRAY[3, 3, 399, 402]) AS days`;
  await removeOldActivity(database);
  const usage = await readUsage(database, {
    organizationId,
    tenantId: undefined,
    from: new Date(Date.now() - 450 * 24 * hourMs),
    to: new Date(Date.now() + hourMs),
  });
  expect(usage.map(({ namespaceName, tokens }) => [namespaceName, tokens])).toEqual([
    ['gone', 5],
    ['gone', 10],
    ['docs', 30],
  ]);
  for (const { day } of usage) expect(day.toISOString()).toMatch(/T00:00:00\.000Z$/);
});
