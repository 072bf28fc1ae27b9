/** A sparse vector in one binary value: the indices in ascending order (32 bits each), then their weights (32-bit floats). */
export function packSparse({ indices, values }: { indices: number[]; values: number[] }): Uint8Array {
  const ordered = indices
    .map((index, position) => ({ index, weight: values[position] ?? 0 }))
    .sort((a, b) => a.index - b.index);
  const packed = new ArrayBuffer(ordered.length * 8);
  new Uint32Array(packed, 0, ordered.length).set(ordered.map(({ index }) => index));
  new Float32Array(packed, ordered.length * 4).set(ordered.map(({ weight }) => weight));
  return new Uint8Array(packed);
}

function indexOf(indices: Uint32Array, wanted: number): number {
  let low = 0;
  let high = indices.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = indices[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The dot product of a packed sparse vector with a query's weights by index. */
export function sparseDot(packed: Uint8Array, query: ReadonlyMap<number, number>): number {
  // A copy: Arrow does not align binary values to four bytes.
  const { buffer } = packed.slice();
  const length = buffer.byteLength / 8;
  const indices = new Uint32Array(buffer, 0, length);
  const weights = new Float32Array(buffer, length * 4, length);
  let sum = 0;
  for (const [index, weight] of query) {
    const position = indexOf(indices, index);
    if (position >= 0) sum += weight * (weights[position] as number);
  }
  return sum;
}
