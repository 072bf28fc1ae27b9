import { levelsOf, type Owner } from './owner.ts';

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
