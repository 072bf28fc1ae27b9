import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import type { Customer } from './customer.ts';
import { findAll } from './doctor.ts';
import { type FaultFleet, namespaces } from './fault-fleet.ts';
import { checkHistory } from './history/check-history.ts';

/** Timeout of the fleet's recovery after the last fault; an idle machine takes a fraction of it. */
const recoveryMs = 300_000;

/** Facts after everything had come to rest. */
export interface Recovery {
  readonly documents: number;
  /** Until every document had ended. */
  readonly endedAfterMs: number;
  /** Until database, vectors and files agreed and every end had been delivered. */
  readonly consistentAfterMs: number;
  readonly repeatedRuns: number;
}

/** Returns the number of documents of a namespace there are of each status, by the API. */
async function statusesOf({ api }: FaultFleet, namespaceId: string): Promise<Record<string, number>> {
  const body = { namespaceId, includeConfig: { documents: false, statsByStatus: true }, filterConfig: {} };
  const result = await api.request<{ statsByStatus: { status: string; totalCount: number }[] }>(
    'POST',
    '/v1/documents',
    body,
  );
  return Object.fromEntries(
    result.body.data.statsByStatus.map(({ status, totalCount }) => [status, totalCount]),
  );
}

/** Why documents failed. */
async function failuresIn({ database }: FaultFleet): Promise<object[]> {
  const select = { externalId: true, errorCode: true, ingestionError: true };
  return database.document.findMany({ where: { status: 'FAILED' }, select, take: 5 });
}

/** Every document that the customer owns is ready, and there is no other. */
export async function expectAllEnded(fleet: FaultFleet, { documents }: Customer): Promise<void> {
  expect(await failuresIn(fleet)).toEqual([]);
  for (const name of namespaces) {
    const count = [...documents.values()].filter(({ namespaceId }) => namespaceId === name).length;
    expect([name, await statusesOf(fleet, name)]).toEqual([name, count > 0 ? { SUCCESS: count } : {}]);
  }
}

/** The text of a document as the API returns it. */
async function expectText({ services }: FaultFleet, id: string, text: string): Promise<void> {
  const headers = { authorization: `Bearer ${services.apiKey}` };
  const response = await fetch(`${services.url}/v1/documents/${id}/content?format=text`, { headers });
  expect([id, (await response.text()).trim()]).toEqual([id, text.trim()]);
}

/** Runs beyond the one of each request: a gateway died after its work and before its answer, and the client asked again (decision 7). */
async function countRepeatedRuns({ database }: FaultFleet, { documents }: Customer): Promise<number> {
  const once = [...documents.values()].filter(({ requests }) => requests === 1).map(({ id }) => id);
  const runs = await database.ingestJobRunDocument.count({ where: { documentId: { in: once } } });
  return runs - once.length;
}

interface Payload {
  readonly requestId: string;
  readonly event: string;
  readonly data: { readonly documentIds?: readonly string[]; readonly ingestJobRunId?: string };
}

/** The receiver has heard that each document is ready, and of each end of it under one id alone. */
function expectEndsDelivered({ receiver }: FaultFleet, { documents }: Customer): void {
  const delivered = new Map<string, Set<string>>();
  const ready = new Set<string>();
  for (const { json } of receiver.requests) {
    const { requestId, event, data } = json as Payload;
    if (event !== 'DOCUMENTS_READY' && event !== 'DOCUMENTS_ERROR') continue;
    for (const id of data.documentIds ?? []) {
      if (event === 'DOCUMENTS_READY') ready.add(id);
      const key = `${event} ${id} ${data.ingestJobRunId}`;
      delivered.set(key, (delivered.get(key) ?? new Set()).add(requestId));
    }
  }
  expect([...delivered].filter(([, requestIds]) => requestIds.size > 1)).toEqual([]);
  expect([...documents.values()].filter(({ id }) => !ready.has(id))).toEqual([]);
}

const sampled = 6;

/** Waits until the fleet has come to rest, and compares what API, database, vectors, files and webhooks say. */
export async function checkFleet(fleet: FaultFleet, customer: Customer): Promise<Recovery> {
  const startedAt = Date.now();
  await eventually(() => expectAllEnded(fleet, customer), recoveryMs);
  const endedAfterMs = Date.now() - startedAt;
  await eventually(async () => expect(await findAll(fleet)).toEqual([]), recoveryMs);
  await eventually(() => expectEndsDelivered(fleet, customer), recoveryMs);
  const consistentAfterMs = Date.now() - startedAt;
  for (const { id, text } of [...customer.documents.values()].slice(-sampled))
    await expectText(fleet, id, text);
  const { history, receiver } = fleet;
  expect(checkHistory(history.read(receiver.requests))).toEqual([]);
  const repeatedRuns = await countRepeatedRuns(fleet, customer);
  return { documents: customer.documents.size, endedAfterMs, consistentAfterMs, repeatedRuns };
}
