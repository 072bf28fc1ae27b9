import { createHash } from 'node:crypto';
import { tooManyDimensions, wrongDimensions } from './errors.ts';
import { type Connection, createSharedTable, maxDimensions, relationOf, type TablePlace } from './schema.ts';

/** Keys of rows: after the first, through the last. */
export interface KeyRange {
  readonly after: number;
  readonly through: number;
}

/** A graph of the vectors whose keys lie in a range. */
export interface Graph extends KeyRange {
  /** Name of its index. */
  readonly name: string;
  /** Rows that it held when it was built or last cleaned. */
  readonly rows: number;
}

/** A generation of a namespace, and where its rows lie. */
export interface Place extends TablePlace {
  /** Graphs that together hold each row up to a key once, in the order of keys. Later rows are in none, so that no write waits for a graph. */
  readonly graphs: readonly Graph[];
  /** Indexes of numbers of the metadata. */
  readonly numberIndexes: readonly string[];
  /** Whether rows that repeat a vector many times are kept out of graphs. */
  readonly hasCopies: boolean;
  /** Indexes that nothing uses: replaced ones, those that are being built, and those that a killed build has left. */
  readonly unusedIndexes: readonly string[];
}

export const numberIndexName = ({ number }: Pick<Place, 'number'>, field: string): string =>
  `own_${number}_number_${createHash('sha256').update(field).digest('hex').slice(0, 16)}`;

export const copiesIndexName = ({ number }: Pick<Place, 'number'>): string => `own_${number}_copies`;

export const graphName = ({ number }: Pick<Place, 'number'>, { after, through }: KeyRange): string =>
  `own_${number}_vector_${after}_${through}`;

interface PlaceRow extends TablePlace {
  readonly indexes: readonly { readonly name: string; readonly rows: number; readonly isValid: boolean }[];
}

const selectPlace = String.raw`
  SELECT number, dimensions, is_own AS "isOwn", (
    SELECT coalesce(json_agg(json_build_object('name', relname, 'rows', greatest(0, reltuples), 'isValid', indisvalid)), '[]')
    FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid = to_regclass('docfleet_vectors.own_' || number) AND relname ~ '^own_\d+_(vector|number|copies)'
  ) AS indexes
  FROM docfleet_vectors.places WHERE place = $1`;

/** The longest range that begins where the one before ends, from the first key on. */
function joinGraphs(graphs: readonly Graph[]): readonly Graph[] {
  const joined: Graph[] = [];
  for (;;) {
    const last = joined.at(-1)?.through ?? 0;
    const next = graphs.filter(({ after }) => after === last).toSorted((a, b) => b.through - a.through)[0];
    if (!next) return joined;
    joined.push(next);
  }
}

function withIndexes({ indexes, ...place }: PlaceRow): Place {
  const valid = indexes.filter(({ isValid }) => isValid);
  const graphs = joinGraphs(
    valid.flatMap(({ name, rows }) => {
      const [, after, through] = /_vector_(\d+)_(\d+)$/.exec(name) ?? [];
      return through === undefined ? [] : [{ name, rows, after: Number(after), through: Number(through) }];
    }),
  );
  const names = valid.map(({ name }) => name);
  const numberIndexes = names.filter((name) => name.includes('_number_'));
  const copies = names.filter((name) => name === copiesIndexName(place));
  const used = new Set([...graphs.map(({ name }) => name), ...numberIndexes, ...copies]);
  const unusedIndexes = indexes.map(({ name }) => name).filter((name) => !used.has(name));
  return { ...place, graphs, numberIndexes, hasCopies: copies.length > 0, unusedIndexes };
}

async function readPlace(connection: Connection, name: string, lock = ''): Promise<Place | undefined> {
  const { rows } = await connection.query<PlaceRow>(`${selectPlace} ${lock}`, [name]);
  return rows[0] && withIndexes(rows[0]);
}

/** Finds a place; undefined where nothing was written to it. */
export const findPlace = (connection: Connection, name: string): Promise<Place | undefined> =>
  readPlace(connection, name);

/** Finds a place to write to: until the transaction ends its rows stay where they are. */
export const holdPlace = (connection: Connection, name: string): Promise<Place | undefined> =>
  readPlace(connection, name, 'FOR SHARE');

/** Finds a place to move or remove: until the transaction ends nothing is written to it. */
export const lockPlace = (connection: Connection, name: string): Promise<Place | undefined> =>
  readPlace(connection, name, 'FOR UPDATE');

/** Rejects where a place has vectors of another dimension: one that was emptied takes any. */
export async function requireDimensions(
  connection: Connection,
  place: Place,
  dimensions: number,
): Promise<void> {
  if (place.dimensions === dimensions) return;
  const { table, condition } = rowsOf(place);
  const { rows } = await connection.query(`SELECT FROM ${table} WHERE ${condition} LIMIT 1`);
  if (rows.length > 0) throw wrongDimensions(place.dimensions, dimensions);
}

/** Removes a locked place with all of its rows. Searches that are under way end first. */
export async function dropPlace(connection: Connection, place: Place): Promise<void> {
  const { table, condition } = rowsOf(place);
  await connection.query(place.isOwn ? `DROP TABLE ${table}` : `DELETE FROM ${table} WHERE ${condition}`);
  await connection.query('DELETE FROM docfleet_vectors.places WHERE number = $1', [place.number]);
}

/** Finds a place to write to, or creates it for vectors of this dimension. Rejects if it has others. */
export async function holdOrCreatePlace(
  connection: Connection,
  name: string,
  dimensions: number,
): Promise<Place> {
  const known = await holdPlace(connection, name);
  if (known?.dimensions === dimensions) return known;
  if (dimensions > maxDimensions) throw tooManyDimensions(maxDimensions, dimensions);
  const emptied = known && (await lockPlace(connection, name));
  if (emptied) {
    await requireDimensions(connection, emptied, dimensions);
    await dropPlace(connection, emptied);
  }
  await createSharedTable(connection, dimensions);
  await connection.query(
    'INSERT INTO docfleet_vectors.places (place, dimensions) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [name, dimensions],
  );
  return holdOrCreatePlace(connection, name, dimensions);
}

/** The table of a place's rows, and the condition that they are its. */
export const rowsOf = (place: Place): { readonly table: string; readonly condition: string } => ({
  table: `docfleet_vectors.${relationOf(place)}`,
  condition: place.isOwn ? 'true' : `place = ${place.number}`,
});

/** More are not listed at once. */
const maxListed = 5_000;

/** Returns the places of all namespaces, with how many rows they have; of a table of its own, as the server estimates it. */
export async function countPlaces(connection: Connection): Promise<{ name: string; vectors: number }[]> {
  const { rows: places } = await connection.query<TablePlace & { name: string; vectors: number }>(
    `SELECT place AS name, number, dimensions, is_own AS "isOwn", greatest(1, reltuples)::float8 AS vectors
     FROM docfleet_vectors.places LEFT JOIN pg_class ON oid = to_regclass('docfleet_vectors.own_' || number)
     ORDER BY place LIMIT ${maxListed}`,
  );
  const tables = new Set(places.filter(({ isOwn }) => !isOwn).map(relationOf));
  const shared = new Map<number, number>();
  for (const table of tables) {
    const { rows } = await connection.query<{ place: number; vectors: number }>(
      `SELECT place, count(*)::float8 AS vectors FROM docfleet_vectors.${table} GROUP BY place`,
    );
    for (const { place, vectors } of rows) shared.set(place, vectors);
  }
  return places.map(({ name, number, isOwn, vectors }) => ({
    name,
    vectors: isOwn ? vectors : (shared.get(number) ?? 0),
  }));
}
