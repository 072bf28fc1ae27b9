/** The turns within this process: those that wait here do not query Redis, and the limit holds while Redis is unavailable. */
export function createLocalTurns(atOnce: number) {
  const hosts = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();
  return {
    async take(host: string): Promise<void> {
      const turns = hosts.get(host) ?? { taken: 0, waiting: [] };
      hosts.set(host, turns);
      if (turns.taken < atOnce) turns.taken += 1;
      else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    },
    end(host: string): void {
      const turns = hosts.get(host);
      if (!turns) return;
      const next = turns.waiting.shift();
      if (next) next();
      else turns.taken -= 1;
      if (turns.taken === 0) hosts.delete(host);
    },
  };
}
