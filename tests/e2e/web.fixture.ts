import { eventually, startWebSite, type WebSite } from '@docfleet/testing';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createNamespace, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

/** A fleet for the test file that imports this. */
export let fleet: TestFleet;
/** The site that `openSite` started last. */
export let site: WebSite;
/** A namespace for each test. */
export let namespaceId: string;
let namespaces = 0;

beforeAll(async () => {
  fleet = await joinFleet();
}, 90_000);
beforeEach(async () => {
  namespaces += 1;
  namespaceId = `web-${namespaces}`;
  await createNamespace(fleet.api, namespaceId);
});
afterAll(async () => {
  await site?.close();
  await fleet.remove();
});

/** Starts a site in place of the one before. */
export async function openSite(pages: Parameters<typeof startWebSite>[0] = {}): Promise<void> {
  await site?.close();
  site = await startWebSite(pages);
}

interface Accepted {
  readonly ingestJobRunId: string;
  readonly documents?: { readonly id: string; readonly error: string | null }[];
}

/** Ingests from the web into the test's namespace. */
export async function ingest(
  kind: 'urls' | 'sitemap' | 'website' | 'youtube',
  source: string,
  config: object,
  more: object = {},
): Promise<Accepted> {
  const body = { namespaceId, ingestConfig: { source, config }, ...more };
  const response = await fleet.api.request<Accepted>('POST', `/v1/ingest/${kind}`, body);
  if (response.status !== 202) throw new Error(JSON.stringify(response.body));
  return response.body.data;
}

/** The living documents of the namespace by their external ids. */
export const documentsOf = () =>
  fleet.database.document.findMany({
    where: { organizationId: fleet.organizationId, namespace: { name: namespaceId }, liveKey: { not: null } },
    orderBy: { externalId: 'asc' },
  });

/** How each page ended, by its path. */
export async function outcomes(): Promise<Record<string, string>> {
  const documents = await documentsOf();
  return Object.fromEntries(
    documents.map(({ externalId, status, errorCode }) => {
      const { pathname, search } = new URL(externalId);
      return [pathname + search, errorCode ?? status];
    }),
  );
}

/** Makes the scheduler run the namespace's job at its next round. */
export async function runJobAgain(): Promise<string> {
  const { database, organizationId } = fleet;
  const job = await database.ingestJob.findFirstOrThrow({
    where: { organizationId, namespace: { name: namespaceId } },
  });
  const runs = await database.ingestJobRun.findMany({ where: { ingestJobId: job.id } });
  const known = runs.map(({ id }) => id);
  const past = new Date(Date.now() - 25 * 3_600_000);
  await database.ingestJob.update({ where: { id: job.id }, data: { createdAt: past, nextRunAt: past } });
  const run = await eventually(
    () =>
      database.ingestJobRun.findFirstOrThrow({
        where: { ingestJobId: job.id, scheduledFor: { not: null }, id: { notIn: known } },
      }),
    30_000,
  );
  await waitForRun(fleet.api, namespaceId, run.id);
  return run.id;
}
