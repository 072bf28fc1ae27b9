import { createHash } from 'node:crypto';

/** Returns the hash that decides whether an address is drawn: the same addresses yield the same sample. */
const lotOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);

/** A bounded sample of as many addresses as come, each as likely as any other. */
export interface Sample {
  add(address: string): void;
  /** Returns the addresses that are drawn so far. */
  drawn(): string[];
}

/** Draws `size` addresses: those with the lowest lots. */
export function createSample(size: number): Sample {
  let lots: { address: string; lot: string }[] = [];
  const shrink = () => {
    lots = lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, size);
  };
  return {
    add(address) {
      lots.push({ address, lot: lotOf(address) });
      // Sorted seldom, so that each address costs little however many come.
      if (lots.length >= 2 * size + 100) shrink();
    },
    drawn() {
      shrink();
      return lots.map(({ address }) => address);
    },
  };
}
