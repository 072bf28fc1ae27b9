interface Waiting {
  readonly start: () => void;
  readonly urgent: boolean;
  readonly owner: string;
}

/** Admits `size` tasks at once: urgent ones first, then those of the owner with the fewest running tasks, in the order of their coming. */
export function createTurns(size: number) {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  let busy = 0;

  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const begin = (owner: string) => void running.set(owner, runningOf(owner) + 1);

  function nextIndex(): number {
    let best = 0;
    for (const [index, one] of waiting.entries()) {
      const current = waiting[best];
      if (current === undefined || (current.urgent && !one.urgent)) continue;
      const isEarlier = one.urgent && !current.urgent;
      if (isEarlier || runningOf(one.owner) < runningOf(current.owner)) best = index;
    }
    return best;
  }

  return {
    async take(owner: string, urgent: boolean): Promise<void> {
      if (busy >= size) await new Promise<void>((start) => void waiting.push({ start, urgent, owner }));
      else busy += 1;
      begin(owner);
    },
    /** The turn passes to the next task directly, so that none that comes later slips in between. */
    end(owner: string): void {
      const left = runningOf(owner) - 1;
      if (left > 0) running.set(owner, left);
      else running.delete(owner);
      const [next] = waiting.splice(nextIndex(), 1);
      if (next) next.start();
      else busy -= 1;
    },
  };
}
