import { createChunker } from '@docfleet/chunking';
import { documentFileKeys } from '@docfleet/domain/document';
import type { Place } from './fleet.ts';
import type { Played } from './play.ts';
import { chunkSizes } from './requests.ts';
import { finalKey, possibleEnds } from './serial-order.ts';

async function readRows({ database, namespace }: Place) {
  const namespaceId = namespace.id;
  const documents = await database.document.findMany({ where: { namespaceId } });
  const ofThem = { where: { documentId: { in: documents.map(({ id }) => id) } } };
  return {
    documents,
    chunks: await database.chunk.findMany(ofThem),
    contents: await database.documentContent.count(ofThem),
    runs: await database.ingestJobRun.findMany({ where: { namespaceId }, include: { documents: true } }),
  };
}
type Rows = Awaited<ReturnType<typeof readRows>>;

/** Sentences about what does not hold. */
type Judgment = readonly (readonly [holds: boolean, otherwise: string])[];

/** Each document ended as some serial order of its requests does, and has exactly one vector for each chunk of what it shows. */
function judgeEnds({ documents, chunks }: Rows, { done, vectors, files }: Played): Judgment {
  return [...done].flatMap(([externalId, requests]): Judgment => {
    const row = documents.find((one) => one.externalId === externalId && one.liveKey !== null);
    const shown = row?.activeRevision ? documentFileKeys(row.id, row.activeRevision).parsed : undefined;
    const active = shown ? (files.get(shown) ?? 'a missing file') : null;
    const end = finalKey({ live: row !== undefined, active });
    const possible = possibleEnds(requests);
    const chunker = createChunker(chunkSizes);
    const texts = active === null ? [] : [...chunker.push(active), ...chunker.end()].map(({ text }) => text);
    const stored = chunks
      .filter((chunk) => chunk.documentId === row?.id && chunk.revision === row.activeRevision)
      .toSorted((a, b) => a.ordinal - b.ordinal)
      .map(({ vectorId }) => vectors.get(vectorId)?.text ?? 'no vector');
    return [
      [possible.has(end), `${externalId} ended as "${end}"; possible are ${[...possible].join(' | ')}`],
      [JSON.stringify(stored) === JSON.stringify(texts), `${externalId} shows ${stored} instead of ${texts}`],
    ];
  });
}

/** Nothing is left of previous contents or of deleted documents, and nothing reappeared. */
function judgeLeftovers({ documents, chunks, contents }: Rows, { vectors, files }: Played): Judgment {
  const known = new Set(chunks.map(({ vectorId }) => vectorId));
  const isStale = (chunk: Rows['chunks'][number]) =>
    documents.some(({ id, activeRevision }) => chunk.documentId === id && chunk.revision !== activeRevision);
  return [
    [!chunks.some(isStale), 'chunks of previous contents were left behind'],
    [contents === 0, `${contents} accepted texts were left behind`],
    ...[...vectors.keys()].map((id) => [known.has(id), `the vector ${id} reappeared or was left`] as const),
    ...[...files.keys()].map(
      (key) =>
        [documents.some(({ id }) => key.includes(id)), `the file ${key} reappeared or was left`] as const,
    ),
  ];
}

/** All work has ended, and the runs know it. */
function judgeWork({ documents, runs }: Rows): Judgment {
  return [
    ...documents.map(
      ({ externalId, status }) =>
        [['SUCCESS', 'FAILED', 'CANCELLED'].includes(status), `${externalId} is still ${status}`] as const,
    ),
    ...runs.flatMap(
      ({ id, status, unfinishedDocuments, listing, documents: items }): Judgment => [
        [status === 'COMPLETED', `run ${id} is ${status}`],
        [unfinishedDocuments === 0, `run ${id} counts ${unfinishedDocuments}`],
        [listing === null, `run ${id} is still open`],
        [items.every(({ outcome }) => outcome !== null), `run ${id} does not know what became of a document`],
      ],
    ),
  ];
}

/** Returns the faults of the final state, one sentence each. */
export async function findFaults(place: Place, played: Played): Promise<string[]> {
  const rows = await readRows(place);
  return [...judgeEnds(rows, played), ...judgeLeftovers(rows, played), ...judgeWork(rows)].flatMap(
    ([holds, otherwise]) => (holds ? [] : [otherwise]),
  );
}
