import { beforeEach } from '@jest/globals';
import { createConnection } from '../src/connection/index.ts';
import { acceptSource } from '../src/ingest/index.ts';
import { addDocumentsToRun, findSourceRun } from '../src/run/index.ts';
import type { SourceRun } from '../src/run/source-run.ts';
import { actor, database, namespace, vault } from './domain.fixture.ts';

/** A run that reads a connection, for each test of the file that imports this. */
export let run: SourceRun;
/** Another connection of the same namespace. */
export let other: string;

beforeEach(async () => {
  const connect = async (name: string) => {
    const order = { tenantId: null, name, connector: 'DROPBOX', externalId: null, clientRedirectUrl: null };
    return (await createConnection(database, actor(), { namespaceId: namespace.id, ...order })).id;
  };
  const [connectionId, another] = [await connect('mine'), await connect('theirs')];
  other = another;
  const { ingestJobRunId } = await acceptSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId: namespace.id,
    tenantId: null,
    source: 'SITEMAP',
    config: { url: 'https://example.com/sitemap.xml' },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: 'NEVER',
  });
  const found = await findSourceRun(database, vault, ingestJobRunId);
  if (!found) throw new Error('The run is not being listed');
  run = { ...found, connectionId };
});

/** Documents of a connection's items, by their paths, which are their ids as well. */
export async function put(paths: readonly string[], connectionId = run.connectionId): Promise<void> {
  const documents = paths.map((path) => ({
    externalId: connectionId === run.connectionId ? path : `theirs ${path}`,
    name: path,
    documentType: 'DROPBOX_DOCUMENT',
    ingestionSource: 'SITEMAP',
    metadata: {},
    connectionId,
    item: { version: '1', sizeBytes: null, path, url: null, modifiedAt: null },
    stage: 'FETCH_ITEM' as const,
  }));
  await addDocumentsToRun(database, run.id, documents, { windowSize: 100_000 });
}
