import { AppError } from '@docfleet/errors';

/** The values scaled to length 1; undefined when one of them is no finite number or all are zero. */
export function unitVector(values: ArrayLike<unknown>): Float32Array | undefined {
  const { length } = values;
  const vector = new Float32Array(length);
  let squares = 0;
  for (let index = 0; index < length; index += 1) {
    const value = values[index];
    if (typeof value !== 'number') return undefined;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0) return undefined;
  // Divides the original values: in the vector, values beyond the largest float are infinite, and those below the smallest are 0.
  for (let index = 0; index < length; index += 1) vector[index] = (values[index] as number) / norm;
  return vector;
}

export interface VectorExpectation {
  readonly vendor: string;
  readonly count: number;
  /** Undefined: any, as long as all are alike. */
  readonly dimensions: number | undefined;
  /** Set where the vectors are computed in this process, and no vendor bills them. */
  readonly isLocal?: true;
}

/** Another attempt may be answered rightly, so a wrong answer counts as none. */
const unusable = ({ vendor, isLocal }: Pick<VectorExpectation, 'vendor' | 'isLocal'>, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `${vendor} answered with vectors that cannot be used`, {
    details: { reason, isOfTexts: true, ...(!isLocal && { isPaid: true }) },
  });

/** An answer of which some vectors cannot be used. */
export class PartlyUsable extends AppError {
  /** One for each text; undefined where it cannot be used. */
  readonly vectors: readonly (Float32Array | undefined)[];

  constructor(error: AppError, vectors: readonly (Float32Array | undefined)[]) {
    super(error.code, error.message, { details: error.details });
    this.vectors = vectors;
  }
}

/**
 * The one gate through which a provider's numbers come in: one finite, non-zero vector of the right dimension per text, or an error, which
 * is `PartlyUsable` if the fault is of single texts.
 */
export function acceptVectors(
  rows: readonly ArrayLike<unknown>[],
  expectation: VectorExpectation,
): Float32Array[] {
  const { count, dimensions } = expectation;
  if (rows.length !== count)
    throw unusable(expectation, `It sent ${rows.length} vectors where ${count} were asked for`);
  const expected = dimensions ?? rows[0]?.length;
  const vectors = rows.map((row, index) => {
    if (row.length !== expected)
      throw unusable(
        expectation,
        `Vector ${index} has ${row.length} dimensions where ${expected} were expected`,
      );
    return unitVector(row);
  });
  const accepted = vectors.filter((vector) => vector !== undefined);
  if (accepted.length === vectors.length) return accepted;
  const index = vectors.indexOf(undefined);
  throw new PartlyUsable(
    unusable(expectation, `Vector ${index} is zero or holds a value that is no finite number`),
    vectors,
  );
}

/** A row of an answer; some compatible servers leave `index` out, or write it as a text. */
export interface IndexedRow<Row> {
  readonly index?: number | string | null | undefined;
  readonly embedding: Row;
}

/**
 * Rows by their `index`, for vendors that may answer out of order; in their own order where none has an index. Rejects an answer in which an
 * index is missing, strange or doubled.
 */
export function inOrderOfIndex<Row>(vendor: string, items: readonly IndexedRow<Row>[]): Row[] {
  if (items.every(({ index }) => index === undefined || index === null))
    return items.map(({ embedding }) => embedding);
  const rows = new Map(items.map(({ index, embedding }) => [Number(index ?? Number.NaN), embedding]));
  return items.map((_, index) => {
    const row = rows.get(index);
    if (row === undefined) throw unusable({ vendor }, `It sent no vector for text ${index}`);
    return row;
  });
}
