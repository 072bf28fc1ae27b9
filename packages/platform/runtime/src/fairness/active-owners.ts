/** Milliseconds for which an owner counts as active after its last request: a person who reads results sends another one within them. */
const activeMs = 10_000;

/** Owners that have sent requests to this process recently. */
export interface ActiveOwners {
  note(owner: string): void;
  /** Tests whether another owner has sent a request within the last ten seconds. */
  hasOthers(owner: string): boolean;
}

/** Remembers the last two owners only: one of them is always another than the one that is asked about. */
export function createActiveOwners(now: () => number = () => performance.now()): ActiveOwners {
  let last: { owner: string; at: number } | undefined;
  let before: typeof last;
  return {
    note(owner) {
      if (last && last.owner !== owner) before = last;
      last = { owner, at: now() };
    },
    hasOthers(owner) {
      const other = last?.owner === owner ? before : last;
      return other !== undefined && now() - other.at < activeMs;
    },
  };
}
