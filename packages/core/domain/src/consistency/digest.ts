/**
 * A digest of a set of ids, so that two sets of any size can be compared: for each of 4,096 buckets the number of ids and the exclusive
 * or of their hashes. The bucket is derived from the last digits of a document's id, which are random.
 */
export type Digest = Map<string, { readonly count: number; readonly hash: bigint }>;

export interface DigestRow {
  readonly bucket: string;
  readonly count: number;
  readonly hash: bigint;
}

/** Adds ids, or sums of them, to a digest. */
export function addToDigest(digest: Digest, rows: readonly DigestRow[]): void {
  for (const { bucket, count, hash } of rows) {
    const before = digest.get(bucket) ?? { count: 0, hash: 0n };
    digest.set(bucket, { count: before.count + count, hash: before.hash ^ hash });
  }
}

/** The buckets in which two digests differ. */
export function differingBuckets(first: Digest, second: Digest): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].filter((bucket) => {
    const [one, other] = [first.get(bucket), second.get(bucket)];
    return one?.count !== other?.count || one?.hash !== other?.hash;
  });
}
