import { expect } from '@jest/globals';
import { createId } from '../src/database/identifier.ts';
import { deleteMissing, type EndedListing } from '../src/deletion/index.ts';
import { acceptSource } from '../src/ingest/index.ts';
import type { OutboxJob } from '../src/outbox/index.ts';
import { addDocumentsToRun, findRunWithDocuments, findSourceRun } from '../src/run/index.ts';
import { database, namespace, vault } from './domain.fixture.ts';

const defaultLimits = { percent: 20, documents: 100 };
export const unlimited = { percent: 100, documents: 1_000_000 };
const roomForAll = { windowSize: 100_000 };

/** Runs a sitemap's job that names the first `count` pages. */
export async function runNaming(
  count: number,
  { of, from = 0 }: { of?: string | undefined; from?: number } = {},
) {
  const accepted = of
    ? { ingestJobId: of, ingestJobRunId: await nextRun(of) }
    : await acceptSource(database, vault, {
        organizationId: namespace.organizationId,
        namespaceId: namespace.id,
        tenantId: null,
        source: 'SITEMAP',
        config: { url: 'https://example.com/sitemap.xml' },
        chunkSize: 1_000,
        chunkOverlap: 200,
        syncFrequency: 'DAILY',
      });
  await addPages(accepted.ingestJobRunId, from, count);
  return accepted;
}

/** The scheduler's. */
export async function nextRun(ingestJobId: string): Promise<string> {
  const id = createId();
  const { organizationId, id: namespaceId } = namespace;
  const listed = { listing: 'SOURCE', unfinishedDocuments: 1, scheduledFor: new Date() } as const;
  await database.ingestJobRun.create({ data: { id, organizationId, namespaceId, ingestJobId, ...listed } });
  return id;
}

/** Ends the listing of a run; returns whether the run may end, and how many documents there are. */
export async function end(ingestJobRunId: string, listing: Partial<EndedListing> = {}) {
  const run = await findSourceRun(database, vault, ingestJobRunId);
  if (!run) throw new Error('The run is not being listed');
  const dispatched: OutboxJob[] = [];
  const mayEnd = await deleteMissing(database, run, {
    proof: 'STATED',
    limits: defaultLimits,
    dispatch: (jobs) => void dispatched.push(...jobs),
    ...listing,
  });
  return { mayEnd, dispatched: dispatched.length, left: await countLeft(), run };
}

export const countLeft = () =>
  database.document.count({ where: { namespaceId: namespace.id, liveKey: { not: null } } });

export async function accountOf(ingestJobRunId: string) {
  const place = { namespaceId: namespace.id, tenantId: undefined, ingestJobRunId };
  return (await findRunWithDocuments(database, place))?.items;
}

export const statusOf = async (id: string) => {
  const { status, errorMessage } = await database.ingestJobRun.findUniqueOrThrow({ where: { id } });
  return { status, errorMessage };
};

export async function addPages(id: string, from: number, count: number): Promise<void> {
  const found = Array.from({ length: count }, (_, index) => ({
    externalId: `https://example.com/${from + index}`,
    name: null,
    documentType: 'URL',
    ingestionSource: 'SITEMAP',
    metadata: {},
    stage: 'FETCH_PAGE' as const,
  }));
  expect(await addDocumentsToRun(database, id, found, roomForAll)).toBeDefined();
}
