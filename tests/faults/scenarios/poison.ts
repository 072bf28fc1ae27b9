import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { textBody } from '../../e2e/documents.ts';
import type { FaultFleet } from '../fault-fleet.ts';

const word = 'Poisonous';
/** It rests between its crashes, for four minutes altogether. */
const waitTimeoutMs = 600_000;

/** A document that ends its worker whenever it is embedded; returns how often it did until it failed. */
export async function poisonEmbedder(
  fleet: FaultFleet,
): Promise<{ crashes: number; exhaustedAfterMs: number }> {
  let crashes = 0;
  fleet.vendors.faults.openai = (texts) => {
    if (!texts.some((text) => text.includes(word))) return undefined;
    crashes += 1;
    void fleet.replace('embedder');
    return { kind: 'hang' };
  };
  const startedAt = Date.now();
  const body = textBody('remote', `${word} is what this text is.`, { externalId: 'poison' });
  const { body: accepted } = await fleet.api.request<{ documents: { id: string }[] }>(
    'POST',
    '/v1/ingest/text',
    body,
  );
  const id = accepted.data.documents[0]?.id ?? '';
  await eventually(async () => {
    const { status, errorCode } = await fleet.database.document.findUniqueOrThrow({ where: { id } });
    expect([status, errorCode]).toEqual(['FAILED', 'DOCUMENT_CRASHED_WORKER']);
  }, waitTimeoutMs);
  fleet.vendors.faults.openai = undefined;
  const exhaustedAfterMs = Date.now() - startedAt;
  await fleet.api.request('DELETE', '/v1/documents', {
    namespaceId: 'remote',
    filterConfig: { documentIds: [id] },
  });
  return { crashes, exhaustedAfterMs };
}
