import { tooManyDimensions, wrongDimensions } from './errors.ts';
import { type Connection, createSharedTable, maxDimensions, relationOf, type TablePlace } from './schema.ts';

/** A generation of a namespace, and where its rows lie. */
export interface Place extends TablePlace {
  /** Its own table has an index of vectors. */
  readonly hasIndex: boolean;
}

export const vectorIndexOf = ({ number }: Pick<Place, 'number'>): string => `own_${number}_vector`;

const selectPlace = `
  SELECT number, dimensions, is_own AS "isOwn", EXISTS (
    SELECT FROM pg_index WHERE indexrelid = to_regclass('docfleet_vectors.own_' || number || '_vector') AND indisvalid
  ) AS "hasIndex"
  FROM docfleet_vectors.places WHERE place = $1`;

/** Finds a place; undefined where nothing was written to it. */
export async function findPlace(connection: Connection, name: string): Promise<Place | undefined> {
  const { rows } = await connection.query<Place>(selectPlace, [name]);
  return rows[0];
}

/** Finds a place to write to: until the transaction ends its rows stay where they are. */
export async function holdPlace(connection: Connection, name: string): Promise<Place | undefined> {
  const { rows } = await connection.query<Place>(`${selectPlace} FOR SHARE`, [name]);
  return rows[0];
}

/** Finds a place to move or remove: until the transaction ends nothing is written to it. */
export async function lockPlace(connection: Connection, name: string): Promise<Place | undefined> {
  const { rows } = await connection.query<Place>(`${selectPlace} FOR UPDATE`, [name]);
  return rows[0];
}

/** Finds a place to write to, or creates it for vectors of this dimension. Rejects if it has another dimension. */
export async function holdOrCreatePlace(
  connection: Connection,
  name: string,
  dimensions: number,
): Promise<Place> {
  const known = await holdPlace(connection, name);
  if (known) {
    if (known.dimensions !== dimensions) throw wrongDimensions(known.dimensions, dimensions);
    return known;
  }
  if (dimensions > maxDimensions) throw tooManyDimensions(maxDimensions, dimensions);
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
