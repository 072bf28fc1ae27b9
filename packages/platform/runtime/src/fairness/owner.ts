import { AsyncLocalStorage } from 'node:async_hooks';

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

/**
 * The owner of work, from the outside in: organization, namespace, tenant. Organizations share evenly, then the namespaces of one, then the
 * tenants of a namespace.
 */
export type Owner = readonly string[];

/** Returns a key for each level of an owner, the organization's first. */
const levelsOf = (owner: Owner): string[] => owner.map((_, index) => owner.slice(0, index + 1).join('/'));

const current = new AsyncLocalStorage<Owner>();

/** Runs work on behalf of an owner: resources that it waits for are divided among owners. */
export const withOwner = <Result>(owner: Owner, work: () => Result): Result => current.run(owner, work);

/** Returns the owner on whose behalf this is done; all work without one has the same. */
export const currentOwner = (): Owner => current.getStore() ?? [''];

/** Counts what each owner has in use, at each of its levels. */
export interface Usage {
  begin(owner: Owner): void;
  end(owner: Owner): void;
  /** Returns the slots in use at each level of an owner, organization first. */
  of(owner: Owner): number[];
}

/** Compares the use of two owners: by organization, then by namespace within it, and so on. */
export function compareUsage(one: readonly number[], other: readonly number[]): number {
  for (let level = 0; level < Math.max(one.length, other.length); level += 1) {
    const difference = (one[level] ?? 0) - (other[level] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Opens counts that are all zero; an owner with nothing in use takes no memory. */
export function createUsage(): Usage {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    begin(owner) {
      for (const key of levelsOf(owner)) counts.set(key, countOf(key) + 1);
    },
    end(owner) {
      for (const key of levelsOf(owner)) {
        const left = countOf(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    },
    of: (owner) => levelsOf(owner).map(countOf),
  };
}
