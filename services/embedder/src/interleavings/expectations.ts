import { createChunker } from '@docfleet/chunking';
import { type Database, documentFileKeys, type Namespace } from '@docfleet/domain';
import type { Played } from './play.ts';
import { chunkSizes } from './requests.ts';
import { finalKey, possibleEnds } from './serial-order.ts';

/** What is wrong when all work is done, one sentence each. */
export async function findFaults(
  { database, namespace }: { database: Database; namespace: Namespace },
  { done, vectors, files }: Played,
): Promise<string[]> {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const namespaceId = namespace.id;
  const documents = await database.document.findMany({ where: { namespaceId } });
  const ids = documents.map(({ id }) => id);
  const chunks = await database.chunk.findMany({ where: { documentId: { in: ids } } });

  for (const [externalId, requests] of done) {
    const row = documents.find((one) => one.externalId === externalId && one.liveKey !== null);
    const key = row && documentFileKeys(row.id, row.activeRevision ?? 0).parsed;
    const active = row?.activeRevision && key ? (files.get(key) ?? 'a missing file') : null;
    const end = finalKey({ live: row !== undefined, active });
    const possible = possibleEnds(requests);
    expect(possible.has(end), `${externalId} ended as "${end}"; possible are ${[...possible].join(' | ')}`);
    if (!row?.activeRevision || active === null) continue;
    const chunker = createChunker(chunkSizes);
    const texts = [...chunker.push(active), ...chunker.end()].map(({ text }) => text);
    const own = chunks.filter(
      (chunk) => chunk.documentId === row.id && chunk.revision === row.activeRevision,
    );
    const stored = own
      .toSorted((a, b) => a.ordinal - b.ordinal)
      .map(({ vectorId }) => vectors.get(vectorId)?.text ?? 'no vector');
    expect(
      JSON.stringify(stored) === JSON.stringify(texts),
      `${externalId} shows ${stored} instead of ${texts}`,
    );
  }

  for (const { id, externalId, status, activeRevision, leaseToken } of documents) {
    expect(['SUCCESS', 'FAILED', 'CANCELLED'].includes(status), `${externalId} is still ${status}`);
    expect(leaseToken === null || status === 'CANCELLED', `${externalId} is still held`);
    const stale = chunks.filter((chunk) => chunk.documentId === id && chunk.revision !== activeRevision);
    expect(stale.length === 0, `${externalId} keeps ${stale.length} chunks of former contents`);
  }
  const known = new Set(chunks.map(({ vectorId }) => vectorId));
  for (const id of vectors.keys()) expect(known.has(id), `the vector ${id} came back or was left behind`);
  for (const key of files.keys())
    expect(
      ids.some((id) => key.includes(id)),
      `the file ${key} came back or was left behind`,
    );
  const runs = await database.ingestJobRun.findMany({ where: { namespaceId }, include: { documents: true } });
  for (const run of runs) {
    expect(run.status === 'COMPLETED', `run ${run.id} is ${run.status}`);
    expect(run.unfinishedDocuments === 0, `run ${run.id} counts ${run.unfinishedDocuments}`);
    expect(run.intake === null, `run ${run.id} is still open`);
    for (const { outcome } of run.documents)
      expect(outcome !== null, `run ${run.id} has an item without outcome`);
  }
  const contents = await database.documentContent.count({ where: { documentId: { in: ids } } });
  expect(contents === 0, `${contents} accepted texts were left behind`);
  return faults;
}
