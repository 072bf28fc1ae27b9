/** The values scaled to length 1; undefined when one of them is no finite number or all are zero. */
export function unitVector(values: ArrayLike<unknown>): Float32Array | undefined {
  const { length } = values;
  const vector = new Float32Array(length);
  let squares = 0;
  for (let index = 0; index < length; index += 1) {
    const value = values[index];
    if (typeof value !== 'number') return undefined;
    vector[index] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0) return undefined;
  for (let index = 0; index < length; index += 1) vector[index] = (vector[index] as number) / norm;
  return vector;
}
