import type { VectorRecord } from '../../provider.ts';

type Metadata = VectorRecord['metadata'];
type Terms = VectorRecord['terms'];

export type Write =
  | { readonly kind: 'upsert'; readonly records: readonly VectorRecord[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'metadata'; readonly ids: readonly string[]; readonly metadata: Metadata }
  | { readonly kind: 'terms'; readonly terms: ReadonlyMap<string, Terms> };

/** Net effect of a series of writes: an id is either written, or removed, or some of its columns are changed. */
export interface WriteBatch {
  readonly upserts: Map<string, VectorRecord>;
  readonly removals: Set<string>;
  readonly metadata: Map<string, Metadata>;
  readonly terms: Map<string, Terms>;
}

function change(
  { upserts, removals }: WriteBatch,
  id: string,
  columns: Pick<VectorRecord, 'metadata'> | Pick<VectorRecord, 'terms'>,
  note: () => void,
): void {
  const record = upserts.get(id);
  if (record) upserts.set(id, { ...record, ...columns });
  else if (!removals.has(id)) note();
}

function fold(batch: WriteBatch, write: Write): void {
  const { upserts, removals, metadata, terms } = batch;
  if (write.kind === 'metadata')
    for (const id of write.ids)
      change(batch, id, { metadata: write.metadata }, () => metadata.set(id, write.metadata));
  else if (write.kind === 'terms')
    for (const [id, own] of write.terms) change(batch, id, { terms: own }, () => terms.set(id, own));
  else {
    for (const id of write.kind === 'remove' ? write.ids : write.records.map((record) => record.id)) {
      upserts.delete(id);
      removals.delete(id);
      metadata.delete(id);
      terms.delete(id);
    }
    if (write.kind === 'remove') for (const id of write.ids) removals.add(id);
    else for (const record of write.records) upserts.set(record.id, record);
  }
}

/** Folds writes, in their order, into one batch in which the last word on an id wins. */
export function foldWrites(writes: readonly Write[]): WriteBatch {
  const batch: WriteBatch = {
    upserts: new Map(),
    removals: new Set(),
    metadata: new Map(),
    terms: new Map(),
  };
  for (const write of writes) fold(batch, write);
  return batch;
}
