/** Addresses are compared with at least so many before them, so that memory is bounded however many there are. */
const remembered = 65_536;

/** Remembers at least the last 65,536 addresses that it was asked about: gives whether it was asked about this one before. */
export function createRecentAddresses(): (address: string) => boolean {
  let current = new Set<string>();
  let former = new Set<string>();
  return (address) => {
    if (current.has(address) || former.has(address)) return true;
    if (current.size >= remembered) [former, current] = [current, new Set()];
    current.add(address);
    return false;
  };
}
