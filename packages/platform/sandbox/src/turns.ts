import { compareUsage, createUsage, type Owner } from '@docfleet/runtime/fairness';

interface Waiting {
  readonly start: () => void;
  readonly urgent: boolean;
  readonly owner: Owner;
}

/**
 * Admits `size` tasks at once, and one more for an organization that has none running while others occupy all turns. The organization with the
 * fewest running tasks comes next, of its tasks the urgent ones first, then those of its namespace with the fewest, in the order of their coming.
 */
export function createTurns(size: number) {
  const waiting = new Set<Waiting>();
  const usage = createUsage();
  let busy = 0;

  const isNew = (owner: Owner) => (usage.of(owner)[0] ?? 0) === 0;
  const admits = (owner: Owner) => busy < size || (busy === size && isNew(owner));

  function compare(one: Waiting, other: Waiting): number {
    const [ofOne, ofOther] = [usage.of(one.owner), usage.of(other.owner)];
    const byOrganization = (ofOne[0] ?? 0) - (ofOther[0] ?? 0);
    return byOrganization || Number(other.urgent) - Number(one.urgent) || compareUsage(ofOne, ofOther);
  }

  function next(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of waiting) if (!best || compare(one, best) < 0) best = one;
    return best && admits(best.owner) ? best : undefined;
  }

  function begin(owner: Owner): void {
    busy += 1;
    usage.begin(owner);
  }

  return {
    async take(owner: Owner, urgent: boolean): Promise<void> {
      if (admits(owner)) return begin(owner);
      await new Promise<void>((start) => void waiting.add({ start, urgent, owner }));
    },
    /** The turn passes to the next task directly, so that none that comes later slips in between. */
    end(owner: Owner): void {
      busy -= 1;
      usage.end(owner);
      for (let one = next(); one; one = next()) {
        waiting.delete(one);
        begin(one.owner);
        one.start();
      }
    },
  };
}
