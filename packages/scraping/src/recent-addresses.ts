import { LRUCache } from 'lru-cache';

/** Addresses are compared with so many before them, so that memory is bounded however many there are. */
const remembered = 65_536;

/** Remembers the last 65,536 addresses that it was asked about: returns whether it was asked about this one before. */
export function createRecentAddresses(): (address: string) => boolean {
  const recent = new LRUCache<string, true>({ max: remembered });
  return (address) => {
    if (recent.get(address)) return true;
    recent.set(address, true);
    return false;
  };
}
