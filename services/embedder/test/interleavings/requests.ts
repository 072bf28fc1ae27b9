import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@docfleet/domain/database';
import { deleteDocuments, resyncDocuments, updateDocumentContent } from '@docfleet/domain/document';
import { acceptDocument, acceptSource } from '@docfleet/domain/ingest';
import type { Namespace } from '@docfleet/domain/namespace';
import type { OutboxJob } from '@docfleet/domain/outbox';
import { addDocumentsToRun, cancelIngestJobRun, closeListing, findIngestJobRun } from '@docfleet/domain/run';
import { createVault } from '@docfleet/secrets';
import type { DoneRequest } from './serial-order.ts';

const roomForAll = { windowSize: 100_000 };

/** Request of a client about one document. */
export interface Request {
  readonly kind: DoneRequest['kind'];
  readonly externalId: string;
  readonly isPage: boolean;
  readonly content: string;
}

type Result = Omit<DoneRequest, 'from' | 'to' | 'kind'>;

/** Connection of a request to the fleet. */
export interface Client {
  readonly database: Database;
  readonly namespace: Namespace;
  readonly page: string;
  dispatch(jobs: readonly OutboxJob[]): void;
  /** A run that a previous request made for the document, to be cancelled; undefined when none has a response yet. */
  chooseRun(): string | undefined;
  /** Runs that updates made. */
  readonly updateRuns: Set<string>;
}

const vault = createVault(randomBytes(32).toString('base64'));
export const chunkSizes = { chunkSize: 12, chunkOverlap: 0 };

async function ingestText(client: Client, { externalId, content }: Request): Promise<Result> {
  const { id: namespaceId, organizationId } = client.namespace;
  const accepted = await acceptDocument(client.database, {
    organizationId,
    namespaceId,
    tenantId: null,
    externalId,
    name: null,
    documentType: 'TEXT',
    source: 'TEXT',
    metadata: {},
    ...chunkSizes,
    config: {},
    contentHash: new Uint8Array(createHash('sha256').update(content).digest()),
    stage: 'EMBED',
    text: content,
  });
  client.dispatch(accepted.jobs);
  return { content, run: accepted.ingestJobRunId };
}

/** A sitemap that names the page is read. */
async function discoverPage(client: Client, { externalId }: Request): Promise<Result> {
  const { id: namespaceId, organizationId } = client.namespace;
  const source = { source: 'SITEMAP', config: {}, ...chunkSizes, syncFrequency: 'NEVER' } as const;
  const { ingestJobRunId: run } = await acceptSource(client.database, vault, {
    organizationId,
    namespaceId,
    tenantId: null,
    ...source,
  });
  const found = {
    externalId,
    name: null,
    documentType: 'URL',
    ingestionSource: 'SITEMAP',
    metadata: {},
    stage: 'FETCH_PAGE',
  } as const;
  client.dispatch((await addDocumentsToRun(client.database, run, [found], roomForAll)) ?? []);
  await closeListing(client.database, [run]);
  return { content: client.page, run };
}

/** The response does not name the run: it is neither the first of its job nor one that an update made. */
async function findResyncRun(
  { database, updateRuns }: Client,
  documentId: string,
): Promise<string | undefined> {
  const [run] = await database.$queryRaw<{ id: string }[]>`
    SELECT run.id FROM ingest_job_runs run JOIN ingest_job_run_documents item ON item."ingestJobRunId" = run.id
    WHERE item."documentId" = ${documentId}::uuid AND run.id <> ALL(${[...updateRuns]}::uuid[])
      AND EXISTS (SELECT 1 FROM ingest_job_runs first WHERE first."ingestJobId" = run."ingestJobId" AND first.id < run.id)`;
  return run?.id;
}

async function resync(client: Client, { externalId }: Request): Promise<Result> {
  const { id: namespaceId, organizationId } = client.namespace;
  const filter = { namespaceId, tenantId: undefined, externalIds: [externalId] };
  const actor = { organizationId, apiKeyId: null };
  const queued: string[] = [];
  let skipped = 0;
  for await (const { documents, jobs } of resyncDocuments(client.database, actor, filter, roomForAll)) {
    queued.push(...documents.filter((one) => one.refusal === undefined).map((one) => one.id));
    skipped += documents.length;
    client.dispatch(jobs);
  }
  skipped -= queued.length;
  const run = queued[0] && (await findResyncRun(client, queued[0]));
  return { content: client.page, run, found: queued.length, skipped };
}

/** The living document of an external id, as a client that learned it earlier knows it. */
async function findLiving({ database, namespace }: Client, externalId: string): Promise<string | undefined> {
  const where = { namespaceId: namespace.id, externalId, liveKey: { not: null } };
  return (await database.document.findFirst({ where, select: { id: true } }))?.id;
}

async function update(client: Client, { externalId, content: text }: Request): Promise<Result> {
  const { database, namespace, updateRuns } = client;
  const documentId = await findLiving(client, externalId);
  const hash = new Uint8Array(createHash('sha256').update(text).digest());
  const place = { namespaceId: namespace.id, tenantId: undefined, documentId: documentId ?? '' };
  const updated = await updateDocumentContent(database, { ...place, text, hash });
  if (!updated) return { found: 0, content: text };
  updateRuns.add(updated.ingestJobRunId);
  client.dispatch(updated.jobs);
  return { found: 1, run: updated.ingestJobRunId, content: text };
}

async function remove(client: Client, { externalId }: Request): Promise<Result> {
  const { id: namespaceId, organizationId, name: namespace } = client.namespace;
  const filter = { namespaceId, tenantId: undefined, externalIds: [externalId] };
  const actor = { organizationId, apiKeyId: null };
  let found = 0;
  const bulk = { actor, filter, namespace, filterFields: ['externalIds'] };
  for await (const { documentIds, jobs } of deleteDocuments(client.database, bulk)) {
    found += documentIds.length;
    client.dispatch(jobs);
  }
  return { found };
}

async function cancel(client: Client): Promise<Result | undefined> {
  const { id: namespaceId, organizationId } = client.namespace;
  const ingestJobRunId = client.chooseRun();
  if (!ingestJobRunId) return undefined;
  const run = await findIngestJobRun(client.database, { namespaceId, tenantId: undefined, ingestJobRunId });
  if (!run) throw new Error('the run is gone');
  let found = 0;
  for await (const batch of cancelIngestJobRun(client.database, { organizationId, apiKeyId: null }, run)) {
    found += batch.itemsCancelled;
    client.dispatch(batch.jobs);
  }
  return { run: ingestJobRunId, found };
}

/** Sends a request; returns its response, undefined when there was nothing to ask for. */
export async function send(client: Client, request: Request): Promise<Result | undefined> {
  switch (request.kind) {
    case 'ingest':
      return request.isPage ? discoverPage(client, request) : ingestText(client, request);
    case 'update':
      return update(client, request);
    case 'delete':
      return remove(client, request);
    case 'resync':
      return resync(client, request);
    case 'cancel':
      return cancel(client);
  }
}
