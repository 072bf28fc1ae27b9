import { forEachParallel } from '../../batches.ts';
import type { VectorRecord } from '../../provider.ts';
import { inChunks } from '../../scores.ts';
import type { Connections } from './connection.ts';
import { wrongDimensions } from './errors.ts';
import {
  dropPlace,
  findPlace,
  holdOrCreatePlace,
  holdPlace,
  lockPlace,
  type Place,
  rowsOf,
} from './places.ts';
import type { Connection } from './schema.ts';
import { arrayBytes, filterValues, tenantToken, termColumns, vectorBytes } from './values.ts';

const rowsPerStatement = 500;
/** A row costs the server 0.5 ms, and many times as much where a graph of vectors takes it in: statements run side by side. */
const rowsPerInsert = 250;

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** The last of each id, in the order of ids: two writers that meet then wait for each other in one direction alone. */
const lastOfEachId = (records: readonly VectorRecord[]): VectorRecord[] =>
  [...new Map(records.map((record) => [record.id, record])).values()].toSorted(byId);

const changed = [
  'document_id',
  'tokens',
  'number_fields',
  'number_values',
  'terms',
  'weights',
  'vector',
  'text',
];

/** Returns the ids of the extension's types in this database. */
async function readTypes(connection: Connection): Promise<{ halfvec: number; sparsevec: number }> {
  const { rows } = await connection.query<{ halfvec: number; sparsevec: number }>(
    "SELECT 'halfvec'::regtype::oid::int8::float8 AS halfvec, 'sparsevec'::regtype::oid::int8::float8 AS sparsevec",
  );
  return rows[0] as { halfvec: number; sparsevec: number };
}

async function insertRows(connection: Connection, place: Place, records: readonly VectorRecord[]) {
  const types = await readTypes(connection);
  const rows = records.map((record) => ({
    ...record,
    ...filterValues(record.metadata),
    ...termColumns(record),
  }));
  const column = <Value>(value: (row: (typeof rows)[number]) => Value) => rows.map(value);
  return connection.query(
    `INSERT INTO ${rowsOf(place).table} AS stored (place, id, ${changed.join(', ')})
     SELECT ${place.number}, id, document_id, ARRAY[tenant] || tokens::text[], number_fields::text[], number_values::float8[],
            terms::integer[], weights, vector, text
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::sparsevec[], $9::halfvec[], $10::bytea[])
       AS r (id, document_id, tenant, tokens, number_fields, number_values, terms, weights, vector, text)
     ON CONFLICT (place, id) DO UPDATE SET ${[
       ...changed.map((name) => `${name} = excluded.${name}`),
       ...(place.hasCopies
         ? ['copy_of = CASE WHEN stored.vector = excluded.vector THEN stored.copy_of END']
         : []),
     ].join(', ')}`,
    [
      column(({ id }) => id),
      column(({ documentId }) => documentId),
      column(({ tenantId }) => tenantToken(tenantId)),
      column(({ tokens }) => tokens),
      column(({ numberFields }) => numberFields),
      column(({ numberValues }) => numberValues),
      column(({ terms }) => terms),
      arrayBytes(
        types.sparsevec,
        column(({ weights }) => weights),
      ),
      arrayBytes(
        types.halfvec,
        column(({ values }) => vectorBytes(values)),
      ),
      column(({ text }) => Buffer.from(text)),
    ],
  );
}

export async function upsertRecords(
  connections: Connections,
  name: string,
  records: readonly VectorRecord[],
  signal: AbortSignal,
): Promise<void> {
  const [first] = records;
  const odd = records.find(({ values }) => values.length !== first?.values.length);
  if (first && odd) throw wrongDimensions(first.values.length, odd.values.length);
  await forEachParallel(inChunks(lastOfEachId(records), rowsPerInsert), signal, (batch, either) =>
    connections.write(either, async (connection) => {
      const place = await holdOrCreatePlace(connection, name, batch[0]?.values.length ?? 0);
      await insertRows(connection, place, batch);
    }),
  );
}

/** Changes rows of the place by their ids; does nothing where there is no place. */
async function changeRows<Item extends { readonly id: string }>(
  {
    connections,
    name,
    items,
    signal,
  }: {
    readonly connections: Connections;
    readonly name: string;
    readonly items: readonly Item[];
    readonly signal: AbortSignal;
  },
  change: (
    place: ReturnType<typeof rowsOf>,
    items: readonly Item[],
    types: Awaited<ReturnType<typeof readTypes>>,
  ) => { text: string; values: unknown[] },
): Promise<void> {
  for (const batch of inChunks(items.toSorted(byId), rowsPerStatement))
    await connections.write(signal, async (connection) => {
      const place = await holdPlace(connection, name);
      if (place) await connection.query(change(rowsOf(place), batch, await readTypes(connection)));
    });
}

const idItems = (ids: readonly string[]) => [...new Set(ids)].map((id) => ({ id }));
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

export const removeRecords = (
  connections: Connections,
  name: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> =>
  changeRows({ connections, name, items: idItems(ids), signal }, ({ table, condition }, items) => ({
    text: `DELETE FROM ${table} WHERE ${condition} AND id = ANY($1::text[])`,
    values: [idsOf(items)],
  }));

export async function updateMetadata(
  connections: Connections,
  name: string,
  { ids, metadata }: { readonly ids: readonly string[]; readonly metadata: VectorRecord['metadata'] },
  signal: AbortSignal,
): Promise<void> {
  const { tokens, numberFields, numberValues } = filterValues(metadata);
  await changeRows({ connections, name, items: idItems(ids), signal }, ({ table, condition }, items) => ({
    // The first token is the tenant's.
    text: `UPDATE ${table} SET tokens = tokens[1:1] || $2::text[], number_fields = $3::text[], number_values = $4::float8[]
           WHERE ${condition} AND id = ANY($1::text[])`,
    values: [idsOf(items), tokens, numberFields, numberValues],
  }));
}

export async function updateTerms(
  connections: Connections,
  name: string,
  terms: ReadonlyMap<string, VectorRecord['terms']>,
  signal: AbortSignal,
): Promise<void> {
  const items = [...terms].map(([id, words]) => ({ id, ...termColumns({ terms: words }) }));
  await changeRows({ connections, name, items, signal }, ({ table, condition }, batch, types) => ({
    text: `UPDATE ${table} SET terms = r.terms::integer[], weights = r.weights
           FROM unnest($1::text[], $2::text[], $3::sparsevec[]) AS r (new_id, terms, weights)
           WHERE ${condition} AND id = new_id`,
    values: [
      idsOf(batch),
      batch.map((item) => item.terms),
      arrayBytes(
        types.sparsevec,
        batch.map((item) => item.weights),
      ),
    ],
  }));
}

/** Ends the building of an index of a place, which may take hours: its table cannot be dropped before. */
async function cancelBuild(connection: Connection, name: string): Promise<void> {
  const place = await findPlace(connection, name);
  if (place?.isOwn)
    await connection.query(
      'SELECT pg_cancel_backend(pid) FROM pg_stat_progress_create_index WHERE relid = to_regclass($1)',
      [rowsOf(place).table],
    );
}

/** Removes the place with all of its rows. Searches that are under way end first; an index that is being built is not waited for. */
export async function removePlace(
  connections: Connections,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  await connections.read(signal, (connection) => cancelBuild(connection, name));
  await connections.write(signal, async (connection) => {
    const place = await lockPlace(connection, name);
    if (place) await dropPlace(connection, place);
  });
}
