import { join } from 'node:path';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { createEgress } from '@docfleet/egress';
import { createVault } from '@docfleet/secrets';
import { openVectorStore, type VectorRecord, type VectorStore } from '@docfleet/vector-store';
import type { FaultFleet } from '../fault-fleet.ts';

const deadlineMs = 60_000;
/** Of each kind. */
const spoiled = 3;

/** Works on the vectors of `local` as they lie in their store, behind the fleet's back. */
async function withStore<Result>(
  { database, masterKey, dataDirectory }: FaultFleet,
  work: (store: VectorStore, namespaceId: string, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { id } = await database.namespace.findFirstOrThrow({ where: { name: 'local' } });
  const namespace = await readNamespaceSettings(database, createVault(masterKey), id);
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const store = openVectorStore(namespace?.configs.vectorStorageConfig, {
    namespaceId: id,
    generation: namespace?.generation ?? 1,
    egress,
    settings: { LANCEDB_URI: join(dataDirectory, 'lancedb') },
  });
  try {
    return await work(store, id, AbortSignal.timeout(deadlineMs));
  } finally {
    await store.close();
    await egress.close();
  }
}

/** Loses vectors, adds some that no chunk has, some of another generation, and some of a document that is gone. */
export const spoilVectors = (fleet: FaultFleet): Promise<void> =>
  withStore(fleet, async (store, namespaceId, signal) => {
    const { database } = fleet;
    const documents = await database.document.findMany({
      where: { namespaceId, status: 'SUCCESS' },
      take: spoiled * 3,
      orderBy: { id: 'asc' },
    });
    const [losing, gaining, older] = [0, 1, 2].map((kind) =>
      documents.slice(kind * spoiled, (kind + 1) * spoiled).map(({ id }) => id),
    );
    for (const id of losing ?? []) {
      const [lost = ''] = await store.idsOfDocument(id, signal);
      await store.remove([lost], signal);
    }
    const [sample = ''] = await store.idsOfDocument(gaining?.[0] ?? '', signal);
    const [{ values } = { values: new Float32Array() }] = await store.readVectors([sample], signal);
    const record = (documentId: string, name: string): VectorRecord => ({
      id: `${documentId}#${name}`,
      documentId,
      values,
      terms: ['heron'],
      text: 'heron',
      source: 'TEXT',
      type: 'TEXT',
      tenantId: null,
      metadata: {},
    });
    await store.upsert(
      [
        ...(gaining ?? []).map((id) => record(id, 'stranger')),
        ...(older ?? []).map((id) => record(id, '7:stranger')),
        record('018f0000-0000-7000-8000-000000000000', 'gone'),
      ],
      signal,
    );
  });
