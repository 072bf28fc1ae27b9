import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';
import { ingestText, search, waitForRun } from './documents.ts';
import type { TestFleet } from './test-fleet.ts';

const documentCount = 120;

export const textOf = (index: number): string =>
  `The ${index}th heron counts ${index * 7919} reeds at pond ${index}.`;

async function isFound({ api }: TestFleet, name: string, ids: readonly string[], index: number) {
  const hits = await search(api, name, textOf(index));
  return hits.some((hit) => hit.document.id === ids[index]);
}

/** Ingests texts and returns the documents' ids in their order, once all can be found. */
export async function fill(fleet: TestFleet, name: string): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: documentCount }, async (_, index) => {
      const { documents, ingestJobRunId } = await ingestText(fleet.api, name, textOf(index));
      await waitForRun(fleet.api, name, ingestJobRunId, 60_000);
      return documents[0]?.id ?? '';
    }),
  );
  // A store may show the one that was written last before the others.
  await eventually(async () => {
    for (const index of ids.keys()) expect(await isFound(fleet, name, ids, index)).toBe(true);
  }, 30_000);
  return ids;
}

/** Searches for one document after the other without a pause until it is stopped; returns what was not right, and how often it looked. */
function keepSearching(count: number, isRight: (index: number) => Promise<boolean>) {
  const wrong: number[] = [];
  let searches = 0;
  let stopped = false;
  const done = (async () => {
    for (; !stopped; searches += 1) {
      const index = (searches * 37) % count;
      if (!(await isRight(index))) wrong.push(index);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await done;
      return { wrong, searches };
    },
  };
}

export const namespaceOf = ({ database, organizationId }: TestFleet, name: string) =>
  database.namespace.findFirstOrThrow({ where: { name, organizationId } });

/** The vectors that rows know, for living documents of a namespace. */
export async function knownVectors({ database }: TestFleet, namespaceId: string): Promise<string[]> {
  const documents = await database.document.findMany({ where: { namespaceId }, select: { id: true } });
  const ids = documents.map((document) => document.id);
  const chunks = await database.chunk.findMany({ where: { documentId: { in: ids } } });
  return chunks.map((chunk) => chunk.vectorId).toSorted();
}

export interface Change {
  /** The request's query and body. */
  readonly query?: string;
  readonly configs: object;
  /** The documents that all are in the new generation in the end. */
  readonly ids: readonly string[];
  /** Whether a search for the text of a document answers as it should; that it is found by default. */
  readonly isRight?: (index: number) => Promise<boolean>;
}

/** Changes a namespace's configurations, ingests a text and searches without a pause until the previous generation is gone. Returns the text's document. */
export async function changeUnderSearches(
  fleet: TestFleet,
  name: string,
  { query = '', configs, ids, isRight = (index) => isFound(fleet, name, ids, index) }: Change,
): Promise<string> {
  const searching = keepSearching(ids.length, isRight);
  const { status, body } = await fleet.api.request<{ ingestJobRunId: string }>(
    'PATCH',
    `/v1/namespaces/${name}${query}`,
    configs,
  );
  expect([status, body.data?.ingestJobRunId]).toEqual([200, expect.any(String)]);
  const text = `A kingfisher came to ${name} when generation ${(await namespaceOf(fleet, name)).generation} was new.`;
  const { documents } = await ingestText(fleet.api, name, text);
  const run = await waitForRun(fleet.api, name, body.data.ingestJobRunId, 60_000);
  expect(run.documents.completed.map((document) => document.id)).toEqual(expect.arrayContaining([...ids]));
  await eventually(async () => expect((await namespaceOf(fleet, name)).previousConfigs).toBeNull(), 60_000);
  const { wrong, searches } = await searching.stop();
  process.stdout.write(`${name}: ${searches} searches, ${wrong.length} with a wrong answer\n`);
  expect(wrong).toEqual([]);
  expect(searches).toBeGreaterThan(0);
  const [hit] = await search(fleet.api, name, text);
  expect(hit?.document.id).toBe(documents[0]?.id);
  return documents[0]?.id ?? '';
}
