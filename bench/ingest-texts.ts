import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '@docfleet/testing';

/** Creates a namespace; without configurations it gets the fleet's own. */
export async function createNamespace(api: ApiClient, name: string, configs: object = {}): Promise<void> {
  const { status, body } = await api.request('POST', '/v1/namespaces', { name, ...configs });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

/** Ingests texts with a number of clients at once; resolves when all are accepted. */
export async function ingestTexts(
  api: ApiClient,
  namespaceId: string,
  texts: Iterable<{ name: string; text: string; externalId?: string }>,
  { clients = 16, chunkConfig }: { clients?: number; chunkConfig?: object } = {},
): Promise<void> {
  const source = texts[Symbol.iterator]();
  const client = async () => {
    for (let next = source.next(); !next.done; next = source.next()) {
      const ingestConfig = { source: 'TEXT', config: next.value, ...(chunkConfig && { chunkConfig }) };
      const { status, body } = await api.request('POST', '/v1/ingest/text', { namespaceId, ingestConfig });
      if (status !== 202) throw new Error(JSON.stringify(body));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Returns the number of documents of a namespace have each status. */
async function countStatuses(api: ApiClient, namespaceId: string): Promise<Record<string, number>> {
  const { body } = await api.request<{ statsByStatus: { status: string; totalCount: number }[] }>(
    'POST',
    '/v1/documents',
    {
      namespaceId,
      filterConfig: {},
      includeConfig: { documents: false, statsByStatus: true },
    },
  );
  return Object.fromEntries(body.data.statsByStatus.map(({ status, totalCount }) => [status, totalCount]));
}

/** Waits until `count` documents are searchable; rejects when one failed. */
export async function waitForSuccess(
  api: ApiClient,
  namespaceId: string,
  documents: number,
  pollEveryMs = 100,
): Promise<void> {
  for (;;) {
    const { SUCCESS = 0, FAILED = 0 } = await countStatuses(api, namespaceId);
    if (FAILED > 0) throw new Error(`${FAILED} documents failed`);
    if (SUCCESS >= documents) return;
    await pause(pollEveryMs);
  }
}
