import type { SparseVector } from '@docfleet/text-analysis';

/** A sparse vector in one binary value: its indices in rising order (32 bits each), then their weights (32-bit floats). */
export function packSparse({ indices, values }: SparseVector): Uint8Array {
  const packed = new ArrayBuffer(indices.length * 8);
  new Uint32Array(packed, 0, indices.length).set(indices);
  new Float32Array(packed, indices.length * 4).set(values);
  return new Uint8Array(packed);
}

/** The vector of a packed value. */
export function unpackSparse(packed: Uint8Array): SparseVector {
  const { buffer } = packed.slice();
  const length = buffer.byteLength / 8;
  return {
    indices: Array.from(new Uint32Array(buffer, 0, length)),
    values: Array.from(new Float32Array(buffer, length * 4, length)),
  };
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
