import type { VectorRecord } from '../../provider.ts';

type Metadata = VectorRecord['metadata'];

export type Write =
  | { readonly kind: 'upsert'; readonly records: readonly VectorRecord[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'metadata'; readonly ids: readonly string[]; readonly metadata: Metadata };

/** What a series of writes comes to: each id is in at most one of the three. */
export interface WriteBatch {
  readonly upserts: Map<string, VectorRecord>;
  readonly removals: Set<string>;
  readonly metadata: Map<string, Metadata>;
}

function fold({ upserts, removals, metadata }: WriteBatch, write: Write): void {
  if (write.kind === 'upsert') {
    for (const record of write.records) {
      upserts.set(record.id, record);
      removals.delete(record.id);
      metadata.delete(record.id);
    }
    return;
  }
  for (const id of write.ids) {
    const record = upserts.get(id);
    if (write.kind === 'remove') {
      upserts.delete(id);
      metadata.delete(id);
      removals.add(id);
    } else if (record) upserts.set(id, { ...record, metadata: write.metadata });
    else if (!removals.has(id)) metadata.set(id, write.metadata);
  }
}

/** Folds writes, in their order, into one batch in which the last word on an id wins. */
export function foldWrites(writes: readonly Write[]): WriteBatch {
  const batch: WriteBatch = { upserts: new Map(), removals: new Set(), metadata: new Map() };
  for (const write of writes) fold(batch, write);
  return batch;
}
